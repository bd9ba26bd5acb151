import { getAddress } from "viem/utils";
import type { Hex } from "./hex.rules";

const mostChecksums = 10_000;
const checksums = new Map<Hex, string>();

/** EIP-55 form, as the Server API returns addresses. Remembered: looking one up in viem's memory takes as long as a hash. */
export function checksummed(value: Hex): string {
  const known = checksums.get(value);
  if (known !== undefined) return known;
  if (checksums.size >= mostChecksums) checksums.clear();
  const address = getAddress(value);
  checksums.set(value, address);
  return address;
}

const addresses = /\b0x[0-9a-fA-F]{40}\b/g;

/**
 * A text with each of its addresses in EIP-55 form; hashes and ids stay as they are.
 *
 * @example withChecksums("to 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed") // "to
 * 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
 */
export function withChecksums(text: string): string {
  return text.replace(addresses, (address) => checksummed(address.toLowerCase() as Hex));
}

/** @returns the address in lower case; null unless it is one, in EIP-55 form if its letters are of both cases */
export function parseAddress(value: string): Hex | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(value)) return null;
  const lowerCase = value.toLowerCase() as Hex;
  const isMixedCase = value !== lowerCase && value.slice(2) !== value.slice(2).toUpperCase();
  return isMixedCase && value !== checksummed(lowerCase) ? null : lowerCase;
}
