/**
 * Whether a signed payment may still move money, as a condition on its row. Anyone who holds it can submit it until
 * `valid_before`, so that we failed to send it proves nothing: only the chain, scanned past that time, does.
 */
export const mayStillPay = (
  signed: string,
): string => `(${signed}.status IN ('PENDING', 'SENT') OR NOT EXISTS (
  SELECT FROM chain_cursors AS scanned
  WHERE scanned.chain_id = ${signed}.chain_id AND scanned.block_timestamp >= ${signed}.valid_before
))`;
