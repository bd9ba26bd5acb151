import { z } from "zod";
import type { Chain, Token } from "@/lib/core/chains";
import { count } from "./resource-fields";

/** spec §2.1, public view */
export const token = z.object({
  symbol: z.string().meta({ examples: ["USDC"] }),
  name: z.string().meta({ examples: ["USD Coin"] }),
  decimals: count.describe("How many decimals an amount in smallest units has."),
  iconUrl: z.string().describe("Relative to the service's origin."),
});
export const network = z.object({
  name: z.string().describe("In words, as customers know it."),
  blockExplorerUrl: z.string().describe("Empty where there is none."),
});

export function tokenView({ symbol, name, decimals }: Token): z.infer<typeof token> {
  return { symbol, name, decimals, iconUrl: `/tokens/${symbol.toLowerCase()}.svg` };
}

export function networkView(chain: Chain): z.infer<typeof network> {
  return { name: chain.name, blockExplorerUrl: chain.blockExplorerUrl ?? "" };
}
