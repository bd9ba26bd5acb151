/** A wallet's way to its node (EIP-1193). */
export type WalletRequest = (call: { method: string; params: readonly unknown[] }) => Promise<unknown>;

/** What became of a transaction after the wallet had sent it. */
export type SentOutcome =
  | { kind: "mined" }
  | { kind: "reverted" }
  /** The same call under another hash: sent again with a higher fee. */
  | { kind: "replaced"; txHash: string }
  /** The wallet used its place for something else: this one will never be mined. */
  | { kind: "cancelled" }
  /** The wallet's node knew it and does not any more; it may still be sent again. */
  | { kind: "dropped" }
  /** Nothing that this can follow, such as a contract wallet's bundle. */
  | { kind: "unknown" };

type Transaction = { hash: string; from: string; nonce: string; to: string | null; input: string };

/** Blocks read in one look for what took a transaction's place. */
const mostBlocks = 20n;
/** Looks in a row that miss a known transaction before it counts as dropped: nodes behind one address differ. */
const looksUntilDropped = 15;

/**
 * Follows a transaction through the wallet that sent it, until it is clear how it ends: a wallet lets its owner send
 * it anew with a higher fee, or cancel it, and tells the page neither.
 *
 * @param next resolves when it is time for another look; false ends the watch as `unknown`
 */
export async function watchSent(
  request: WalletRequest,
  { chainId, txHash, payer }: { chainId: number; txHash: string; payer: string },
  next: () => Promise<boolean>,
): Promise<SentOutcome> {
  let sent: Transaction | null = null;
  let freeAt: bigint | null = null;
  let missed = 0;
  while (await next()) {
    try {
      // A wallet that went to another network tells of that one.
      if (Number(await request({ method: "eth_chainId", params: [] })) !== chainId) continue;
      const head = BigInt((await request({ method: "eth_blockNumber", params: [] })) as string);
      const mined = await receiptOf(request, txHash);
      if (mined !== null) return mined;
      const known = (await request({
        method: "eth_getTransactionByHash",
        params: [txHash],
      })) as Transaction | null;
      sent ??= known;
      if (sent === null) continue;
      if (!same(sent.from, payer)) return { kind: "unknown" };
      if (!(await isUsed(request, sent))) {
        freeAt = head;
        missed = known === null ? missed + 1 : 0;
        if (missed === looksUntilDropped) return { kind: "dropped" };
        continue;
      }
      // Its place is taken, perhaps by itself a moment ago.
      const instead = await findInstead(request, sent, freeAt ?? head - mostBlocks);
      if (instead === null) continue;
      if (same(instead.hash, txHash)) return (await receiptOf(request, txHash)) ?? { kind: "mined" };
      const isSameCall = same(instead.to ?? "", sent.to ?? "") && same(instead.input, sent.input);
      return isSameCall ? { kind: "replaced", txHash: instead.hash } : { kind: "cancelled" };
    } catch {
      // A wallet that does not answer now may at the next look.
    }
  }
  return { kind: "unknown" };
}

async function receiptOf(request: WalletRequest, txHash: string): Promise<SentOutcome | null> {
  const receipt = (await request({ method: "eth_getTransactionReceipt", params: [txHash] })) as {
    status: string;
  } | null;
  if (receipt === null) return null;
  return { kind: Number(receipt.status) === 0 ? "reverted" : "mined" };
}

/** Whether a mined transaction has the place of this one. */
async function isUsed(request: WalletRequest, { from, nonce }: Transaction): Promise<boolean> {
  const count = await request({ method: "eth_getTransactionCount", params: [from, "latest"] });
  return BigInt(count as string) > BigInt(nonce);
}

/** The mined transaction with the same sender and nonce, in the blocks after the one where its place was free. */
async function findInstead(
  request: WalletRequest,
  { from, nonce }: Transaction,
  after: bigint,
): Promise<Transaction | null> {
  const head = BigInt((await request({ method: "eth_blockNumber", params: [] })) as string);
  const first = head - after > mostBlocks ? head - mostBlocks : after + 1n;
  for (let number = head; number >= first && number >= 0n; number--) {
    const block = (await request({
      method: "eth_getBlockByNumber",
      params: [`0x${number.toString(16)}`, true],
    })) as { transactions: readonly Transaction[] } | null;
    const found = block?.transactions.find(
      (transaction) => same(transaction.from, from) && BigInt(transaction.nonce) === BigInt(nonce),
    );
    if (found !== undefined) return found;
  }
  return null;
}

function same(text: string, other: string): boolean {
  return text.toLowerCase() === other.toLowerCase();
}
