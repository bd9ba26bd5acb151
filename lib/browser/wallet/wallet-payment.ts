import { type EIP1193Provider, encodeFunctionData, erc20Abi } from "viem";
import { getCapabilities, sendCalls, waitForCallsStatus } from "viem/actions";
import type { Config, Connector } from "wagmi";
import { getConnectorClient, sendTransaction } from "wagmi/actions";
import { verifyPayment } from "@/lib/browser/checkout-api";
import { endSent, isAwaited, noHash, rememberSent, renameSent } from "@/lib/browser/checkout-memory";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { transferGas } from "./transfer-gas";
import type { WalletOrder } from "./wallet-order";

/** A wallet's way to its node (EIP-1193). */
export type WalletRequest = (call: { method: string; params: readonly unknown[] }) => Promise<unknown>;

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
const looksUntilDropped = 15;

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

const lookMs = 4_000;

/** Half an hour: a transaction that waits longer needs its owner. */
const mostLooks = 450;

/**
 * Tracks a sent payment while this tab waits for it. The service reports its arrival; this finds what the service
 * cannot know: that it will never arrive, or has another hash.
 */
async function followSent(
  request: WalletRequest,
  order: { checkoutId: string; chainId: number },
  { txHash, payer }: { txHash: string; payer: string },
): Promise<void> {
  const { checkoutId, chainId } = order;
  let looks = 0;
  const next = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    looks += 1;
    return looks <= mostLooks && isAwaited(checkoutId, txHash);
  };
  const outcome = await watchSent(request, { chainId, txHash, payer }, next);
  switch (outcome.kind) {
    case "cancelled":
    case "reverted":
      endSent(checkoutId, txHash, outcome.kind);
      return;
    case "replaced":
      renameSent(checkoutId, txHash, outcome.txHash);
      void verifyPayment(checkoutId, { txHash: outcome.txHash, chainId });
      return followSent(request, order, { txHash: outcome.txHash, payer });
    case "dropped":
      endSent(checkoutId, txHash, "doubtful");
      return;
    case "mined":
    case "unknown":
      return;
    default:
      return outcome satisfies never;
  }
}

/**
 * Asks the wallet for exactly the missing amount, then submits the hash as a hint. A smart account that takes calls
 * (EIP-5792) gets the transfer as one, and tells the hash of its transaction later.
 */
export async function sendTransfer(config: Config, connector: Connector, order: WalletOrder, payer: Hex) {
  const { checkoutId, chainId } = { checkoutId: order.told.id, chainId: order.chainId };
  const client = await getConnectorClient(config, { chainId, account: payer, connector });
  const call = {
    to: order.tokenAddress as Hex,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [order.depositAddress as Hex, BigInt(order.amount)],
    }),
  };
  const remember = (txHash: string) =>
    rememberSent(checkoutId, { txHash, totalPaid: order.totalPaid, sentAt: Date.now() });

  if (await takesCalls(client, chainId, payer)) {
    const { id } = await sendCalls(client, { account: payer, chain: client.chain, calls: [call] });
    remember(noHash);
    void followCalls(client, id, order);
    return;
  }
  const gas = await transferGas(client, call);
  const txHash = await sendTransaction(config, { ...call, gas, chainId, account: payer, connector });
  remember(txHash);
  // Only speeds it up: we find the payment without it.
  void verifyPayment(checkoutId, { txHash, chainId });
  // The dialog and its connection close; the wallet itself can still be asked.
  const provider = (await connector.getProvider()) as EIP1193Provider;
  void followSent(
    provider.request.bind(provider) as WalletRequest,
    { checkoutId, chainId },
    { txHash, payer },
  );
}

type WalletClient = Awaited<ReturnType<typeof getConnectorClient>>;

/** Not of a key's own account: a wallet may offer to make it a smart one, which no payment needs. */
async function takesCalls(client: WalletClient, chainId: number, payer: Hex): Promise<boolean> {
  try {
    const { atomic } = await getCapabilities(client, { account: payer, chainId });
    return atomic?.status === "supported";
  } catch {
    return false;
  }
}

async function followCalls(client: WalletClient, id: string, order: WalletOrder): Promise<void> {
  const { checkoutId, chainId } = { checkoutId: order.told.id, chainId: order.chainId };
  try {
    const timeout = lookMs * mostLooks;
    const { status, receipts } = await waitForCallsStatus(client, { id, pollingInterval: lookMs, timeout });
    if (status === "failure") return endSent(checkoutId, noHash, "reverted");
    const txHash = receipts?.at(-1)?.transactionHash;
    if (txHash === undefined) return;
    renameSent(checkoutId, noHash, txHash);
    void verifyPayment(checkoutId, { txHash, chainId });
  } catch {
    // The service sees the payment by itself.
  }
}
