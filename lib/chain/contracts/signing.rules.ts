import type { Hex } from "@/lib/platform/values/hex.rules";

/**
 * How a customer pays by signature. EIP3009: the token itself moves what was signed. PERMIT2: Permit2 moves it, out of
 * an allowance that the wallet gave before. EIP2612: the same, with a second signature that gives the allowance.
 */
export const signingKinds = ["EIP3009", "EIP2612", "PERMIT2"] as const;

export type SigningKind = (typeof signingKinds)[number];

/** For the API's reference. */
export const signingKindDescription =
  "EIP3009: `transferWithAuthorization` of the token. PERMIT2: a `PermitWitnessTransferFrom` of Permit2 whose spender is x402's exact proxy (0x402085c248EeA27D92E8b30b2C58ed07f9E20001) and whose witness is `{ to: depositAddress, validAfter }`, if the wallet has approved Permit2. EIP2612: the same with a permit of the token, which approves Permit2 for exactly this payment.";

/** A token's EIP-712 domain; the token itself determines chain id and contract. */
export type SigningDomain = { name: string; version: string };

/** The best kind that a token accepts, with the domain in which the token checks signatures. */
export type Signing =
  | { kind: "EIP3009" | "EIP2612"; domain: SigningDomain }
  | { kind: "PERMIT2"; domain: null };

/** Whether the token accepts signatures of this kind: a permit gives an allowance, which may exist already. */
export function acceptsKind(signing: Signing, kind: SigningKind): boolean {
  return kind === signing.kind || (kind === "PERMIT2" && signing.kind === "EIP2612");
}

/** Both addresses are hashes of the contracts' code (CREATE2), so other code cannot be there. */
export const permit2Address: Hex = "0x000000000022d473030f116ddee9f6b43ac78ba3";

/** x402ExactPermit2Proxy: the only spender in our Permit2 signatures. It pays the signed receiver the signed amount. */
export const exactProxyAddress: Hex = "0x402085c248eea27d92e8b30b2c58ed07f9e20001";
