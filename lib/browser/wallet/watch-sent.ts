import { forgetSent, noHash, rememberSent, storedSent } from "@/lib/browser/checkout-memory";
import { chainIdIn, type WalletRequest } from "./wallet-calls";
import { walletProblem } from "./wallet-problem";

/** The outcome of a transaction after the wallet sent it. */
export type SentOutcome =
  | { kind: "mined" }
  | { kind: "reverted" }
  /** The same call under another hash: sent again with a higher fee. */
  | { kind: "replaced"; txHash: string }
  /** The wallet used its nonce for something else: this one will never be mined. */
  | { kind: "cancelled" }
  /** The wallet's node no longer knows it; it may still be sent again. */
  | { kind: "dropped" }
  /** Nothing that we can track, such as a contract wallet's bundle. */
  | { kind: "unknown" };

type Transaction = { hash: string; from: string; nonce: string; to: string | null; input: string };

/** Blocks to read per check for the replacement transaction. */
const mostBlocks = 20n;

/** Consecutive checks that miss a known transaction before it counts as dropped: nodes behind one URL differ. */
const missesUntilDropped = 15;

/**
 * Tracks a transaction through the wallet that sent it until its outcome is clear: a wallet lets its owner speed it up
 * or cancel it, and does not tell the page.
 *
 * @param next resolves when the next check is due; false ends the watch as `unknown`
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
      // A wallet on another network would answer for that one.
      if (chainIdIn(await request({ method: "eth_chainId", params: [] })) !== chainId) continue;
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
        if (missed === missesUntilDropped) return { kind: "dropped" };
        continue;
      }
      // Its nonce is used, perhaps by itself just now.
      const instead = await findInstead(request, sent, freeAt ?? head - mostBlocks);
      if (instead === null) continue;
      if (same(instead.hash, txHash)) return (await receiptOf(request, txHash)) ?? { kind: "mined" };
      const isSameCall = same(instead.to ?? "", sent.to ?? "") && same(instead.input, sent.input);
      return isSameCall ? { kind: "replaced", txHash: instead.hash } : { kind: "cancelled" };
    } catch {
      // A wallet that does not answer now may answer the next check.
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

/** Whether a mined transaction used this one's nonce. */
async function isUsed(request: WalletRequest, { from, nonce }: Transaction): Promise<boolean> {
  const count = await request({ method: "eth_getTransactionCount", params: [from, "latest"] });
  return BigInt(count as string) > BigInt(nonce);
}

/** The mined transaction with the same sender and nonce, in the blocks after the one where its nonce was free. */
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

/**
 * Remembers that the wallet was asked to send, since its owners may still confirm when no one waits for the answer:
 * after the request expired, the dialog was closed, or the page was loaded again.
 *
 * @param key the checkout's id, or the refund's
 * @param totalPaid as in `SentPayment`
 */
export async function withSentRecord<T>(key: string, totalPaid: string, ask: () => Promise<T>): Promise<T> {
  const before = storedSent(key);
  const sentAt = Date.now();
  rememberSent(key, { txHash: noHash, totalPaid, sentAt, end: "asked" });
  try {
    return await ask();
  } catch (error) {
    const now = storedSent(key);
    const isSameRequest = now?.end === "asked" && now.sentAt === sentAt;
    // An earlier request may still be open.
    if (!mayHaveSent(error) && isSameRequest) before === null ? forgetSent(key) : rememberSent(key, before);
    throw error;
  }
}

/** The same for several payments that the wallet is asked to send together. */
export function withSentRecords<T>(
  keys: readonly string[],
  totalPaid: string,
  ask: () => Promise<T>,
): Promise<T> {
  return keys.reduce((work, key) => () => withSentRecord(key, totalPaid, work), ask)();
}

/** Whether the payment may be on its way, or be confirmed later, in spite of this error. */
export function mayHaveSent(error: unknown): boolean {
  return ["failed", "disconnected", "request_expired"].includes(walletProblem(error));
}

/** Saves the hash of the replacement transaction. */
export function renameSent(checkoutId: string, txHash: string, newHash: string): void {
  const sent = storedSent(checkoutId);
  if (sent?.txHash === txHash) rememberSent(checkoutId, { ...sent, txHash: newHash });
}

/** Whether the page still waits for this payment. */
export function isAwaited(checkoutId: string, txHash: string): boolean {
  const sent = storedSent(checkoutId);
  return sent?.txHash === txHash && sent.end === undefined;
}
