import { getAddress } from "viem/utils";

const addresses = /\b0x[0-9a-fA-F]{40}\b/g;

/**
 * A text with each address in it in EIP-55 form; hashes and ids stay as they are.
 *
 * @example withChecksums("to 0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed") // "to 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"
 */
export function withChecksums(text: string): string {
  return text.replace(addresses, (address) => getAddress(address.toLowerCase()));
}
