import { encodeFunctionData, erc20Abi } from "viem";
import { sendCalls, sendTransaction, waitForCallsStatus } from "viem/actions";
import { verifyPayment } from "@/lib/browser/checkout-api";
import { endSent, noHash, rememberSent } from "@/lib/browser/checkout-memory";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { hashIn, takesCalls, type WalletRequest, walletRequest } from "./wallet-calls";
import { transferGas, type WalletClient } from "./wallet-client";
import type { WalletOrder } from "./wallet-order";
import { isAwaited, renameSent, watchSent, withSentRecord } from "./watch-sent";

const pollMs = 4_000;

/** Half an hour: a transaction that waits longer needs its owner. */
const maxPolls = 450;

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
  let polls = 0;
  const next = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    polls += 1;
    return polls <= maxPolls && isAwaited(checkoutId, txHash);
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
export async function sendTransfer(client: WalletClient, order: WalletOrder): Promise<void> {
  const { checkoutId, chainId, totalPaid } = { checkoutId: order.checkedAddress.id, ...order };
  const payer = client.account.address;
  const call = {
    to: order.tokenAddress as Hex,
    data: encodeFunctionData({
      abi: erc20Abi,
      functionName: "transfer",
      args: [order.depositAddress as Hex, BigInt(order.amount)],
    }),
  };
  const asCalls = await takesCalls(client.request as WalletRequest, chainId, payer);
  const gas = asCalls ? undefined : await transferGas(client, call);
  const ask = async (): Promise<unknown> =>
    asCalls ? sendCalls(client, { calls: [call] }) : sendTransaction(client, { ...call, gas });
  const answer = await withSentRecord(checkoutId, totalPaid, ask);

  // Some wallets answer with something else than the hash, although they sent it.
  const txHash = hashIn(answer);
  rememberSent(checkoutId, { txHash: txHash ?? noHash, totalPaid, sentAt: Date.now() });
  if (txHash === null) {
    const { id } = Object(answer) as { id?: unknown };
    if (typeof id === "string") void followCalls(client, id, order);
    return;
  }
  // Only speeds it up: we find the payment without it.
  void verifyPayment(checkoutId, { txHash, chainId });
  // The dialog and its connection close; the wallet itself can still be asked.
  const request = walletRequest(client.request as WalletRequest, () => false);
  void followSent(request, { checkoutId, chainId }, { txHash, payer });
}

async function followCalls(client: WalletClient, id: string, order: WalletOrder): Promise<void> {
  const { checkoutId, chainId } = { checkoutId: order.checkedAddress.id, chainId: order.chainId };
  try {
    const timeout = pollMs * maxPolls;
    const { status, receipts } = await waitForCallsStatus(client, { id, pollingInterval: pollMs, timeout });
    if (status === "failure") return endSent(checkoutId, noHash, "reverted");
    const txHash = hashIn(receipts?.at(-1));
    if (txHash === null) return;
    renameSent(checkoutId, noHash, txHash);
    void verifyPayment(checkoutId, { txHash, chainId });
  } catch {
    // The service sees the payment by itself.
  }
}
