import { WalletError } from "@/lib/browser/wallet-error";

/** No wallet confirmed the pairing in time. */
class PairingExpired extends Error {
  override readonly name = "PairingExpired";
}

/** The relay did not answer. */
export class RelayUnreachable extends Error {
  override readonly name = "RelayUnreachable";
}

/** The protocol's own codes, by those with which other wallets say the same (EIP-1193, EIP-3085). */
const codes = new Map<unknown, number>([
  [5000, 4001],
  [5001, 4001],
  [5002, 4001],
  [5003, 4001],
  [5100, 4902],
  [5101, 4200],
  [3001, 4200],
  [6000, 4900],
]);

/**
 * What a wallet answered through the relay, as an error like any other wallet's.
 *
 * @see https://specs.walletconnect.com/2.0/specs/clients/sign/error-codes
 */
export function sessionError(error: unknown): Error {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  const text = typeof message === "string" ? message : "the wallet gave no reason";
  // The SDK's own words for what has no code.
  if (/proposal expired/i.test(text)) return new PairingExpired(text);
  if (typeof code === "number") return new WalletError(codes.get(code) ?? code, text);
  return error instanceof Error ? error : new Error(text);
}
