import { z } from "zod";

// Texts of answers with the form that the documents state for them. Our own code wrote them, so they are not
// checked again when they are read.

export const time = z.string().meta({ format: "date-time", description: "ISO 8601, UTC." });

/** A sum or amount; requests are bounded by `tokenUnits`. */
export const units = z
  .string()
  .meta({ pattern: "^(0|[1-9]\\d*)$", description: "In the token's smallest unit." });

export const fiatDecimal = z.string().meta({
  pattern: "^(0|[1-9]\\d{0,11})(\\.\\d+)?$",
  description: "The price in fiat, decimal text, as it was sent.",
});
export const fiatCode = z.string().meta({ description: "ISO 4217 code.", examples: ["USD"] });
export const rate = z
  .string()
  .meta({ pattern: "^(0|[1-9]\\d*)(\\.\\d{1,18})?$", description: "Units of fiat per token, decimal text." });

/** Names of those whose median a rate is. */
export const rateProviders = z
  .array(z.string())
  .describe("Who told the rate, by name; its median where there are several. Empty where there is none.")
  .meta({ examples: [["coingecko", "coinbase", "kraken"]] });

/** The stored form, joined by "+", as a list. */
export function rateProviderNames(provider: string | null): string[] {
  return provider === null ? [] : provider.split("+");
}

export const evmChainId = z.number().meta({ type: "integer", minimum: 1, description: "EVM chain id." });
export const count = z.number().meta({ type: "integer", minimum: 0 });

/** As the Server API returns addresses. */
export const checksummedAddress = z
  .string()
  .meta({ pattern: "^0x[0-9a-fA-F]{40}$", description: "EVM address with EIP-55 checksum." });

/** As the public view and webhooks show addresses. */
export const lowerCaseAddress = z
  .string()
  .meta({ pattern: "^0x[0-9a-f]{40}$", description: "EVM address in lower case." });

export const transactionHash = z
  .string()
  .meta({ pattern: "^0x[0-9a-f]{64}$", description: "Hash of a transaction." });
