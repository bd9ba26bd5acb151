/**
 * The transaction hash in what a customer pasted: the hash itself, or a block explorer's address that ends in it.
 *
 * @example transactionHashIn("https://basescan.org/tx/0xAB…#eventlog") // "0xab…"
 * @returns lower-case; null where there is none, or more than one
 */
export function transactionHashIn(text: string): string | null {
  const found = text.match(/(?<![0-9a-zA-Z])(?:0x)?[0-9a-fA-F]{64}(?![0-9a-zA-Z])/g) ?? [];
  const hashes = new Set(found.map((hash) => `0x${hash.replace(/^0x/, "").toLowerCase()}`));
  const [hash] = hashes;
  return hashes.size === 1 && hash !== undefined ? hash : null;
}
