import { z } from "zod";
import type { Chain, Token } from "@/lib/core/chains";

/** spec §2.1, public view */
export const token = z.object({
  symbol: z.string(),
  name: z.string(),
  decimals: z.number(),
  iconUrl: z.string().describe("Relative to the service's origin."),
});
export const network = z.object({
  name: z.string(),
  blockExplorerUrl: z.string().describe("Empty where there is none."),
});

export function tokenView({ symbol, name, decimals }: Token): z.infer<typeof token> {
  return { symbol, name, decimals, iconUrl: `/tokens/${symbol.toLowerCase()}.svg` };
}

export function networkView(chain: Chain): z.infer<typeof network> {
  return { name: chain.name, blockExplorerUrl: chain.blockExplorerUrl ?? "" };
}
