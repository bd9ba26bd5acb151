import { z } from "zod";
import type { Chain, Token } from "@/lib/chain/chains.rules";
import { count } from "@/lib/platform/answer-fields.schema";

/** spec §2.1, public view */
export const token = z.object({
  symbol: z.string().meta({ examples: ["USDC"] }),
  name: z.string().meta({ examples: ["USD Coin"] }),
  decimals: count.describe("How many decimals an amount in smallest units has."),
  iconUrl: z
    .string()
    .meta({ format: "uri", examples: ["https://pay.example.com/tokens/usdc.svg"] })
    .describe("The token's mark, an absolute address; a generic one where the token has none of its own."),
});
export const network = z.object({
  name: z.string().describe("In words, as customers know it."),
  blockExplorerUrl: z.string().describe("Empty where there is none."),
});

/** Symbols with a mark in `public/tokens`. */
const symbolsWithMark: ReadonlySet<string> = new Set(["USDC", "USDT"]);

/** @param checkoutPageUrl origin of the payment page, which serves the mark */
export function tokenView({ symbol, name, decimals }: Token, checkoutPageUrl: string): z.infer<typeof token> {
  const mark = symbolsWithMark.has(symbol) ? symbol.toLowerCase() : "other";
  return { symbol, name, decimals, iconUrl: `${checkoutPageUrl}/tokens/${mark}.svg` };
}

export function networkView(chain: Chain): z.infer<typeof network> {
  return { name: chain.name, blockExplorerUrl: chain.blockExplorerUrl ?? "" };
}
