/**
 * Whether a node's words mean that it gave a transaction the nonce of another that was sent at the same moment, and did
 * not take it: whoever sends it again then pays once. Words that leave open whether it was taken are not among them.
 */
export function tellsLostNonce(words: string): boolean {
  return /replacement transaction underpriced|nonce too low/.test(words);
}
