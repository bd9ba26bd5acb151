import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { ChainUnavailable, type TransferLog } from "@/lib/chain/reader/chain-reader.port";
import { readTxHash, transactionNotFound } from "@/lib/chain/transaction.rules";
import { type Checkout, mayPay } from "@/lib/checkouts/checkout.rules";
import type { VerifyPaymentBody, VerifyPaymentResult } from "@/lib/checkouts/checkout-input.schema";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { Hint } from "@/lib/payments/payment-hints.store";
import type { RecordParts } from "@/lib/payments/payments.parts";
import { type Mined, readMined, recordReceipt } from "@/lib/payments/scan/record-blocks";
import { fault } from "@/lib/platform/faults/fault.rules";
import { limitsAmongClients } from "@/lib/platform/limits/client-limits.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { RecordTransaction } from "@/lib/refunds/refunds.parts";

/** How long we keep asking for an unknown hash (spec D9). */
export const hintWindowMs = 10 * minuteMs;
const hintLimits = { each: 5, all: 50, windowMs: hintWindowMs };

/**
 * Looks up a transaction that the customer submits and records what it paid into this checkout's deposit address, in
 * the same way as the watcher (spec §4.2). A hash credits only the checkout that its logs pay, and repeating it is
 * harmless.
 *
 * @param client network of the submitting client, by which we count pending hashes; null when we found the hash
 * @returns the checkout's status afterwards
 * @throws CheckoutError CHECKOUT_NOT_FOUND, UNSUPPORTED_CHAIN, INVALID_TX_HASH, TRANSACTION_NOT_FOUND,
 * TRANSACTION_REVERTED, NO_MATCHING_TRANSFER, CHAIN_MISMATCH
 */
export async function verifyPayment(
  deps: RecordParts,
  checkoutId: string,
  body: VerifyPaymentBody,
  client: string | null = null,
): Promise<VerifyPaymentResult> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  const chain = deps.chains.find(({ chainId }) => chainId === body.chainId);
  if (chain === undefined) {
    const list = deps.chains.map(({ chainId, name }) => `${chainId} (${name})`).join(", ");
    throw new CheckoutError("UNSUPPORTED_CHAIN", fault("checkouts.chains", { chains: list }), {
      param: "chainId",
    });
  }
  const txHash = readTxHash(body.txHash);
  const mined = await findTransaction(deps, chain.chainId, txHash);
  if (mined === "not known" || mined === "nobody to ask")
    return expectLater(deps, found.checkout, { chainId: chain.chainId, txHash }, client, mined);
  const { receipt } = mined;
  refuseReverted(receipt);
  const transfers = receipt.transfers.filter(({ to }) => to === found.checkout.depositAddress);
  if (transfers.length === 0) throw paysNothingHere();
  const checkout = await record(deps, found.checkout, chain.chainId, mined, transfers);
  refuseUncounted(checkout, chain, transfers);
  return { status: checkout.status, message: message(checkout), outcome: "RECORDED" };
}

/** @throws CheckoutError TRANSACTION_REVERTED */
function refuseReverted({ status }: Mined["receipt"]): void {
  if (status !== "reverted") return;
  throw new CheckoutError("TRANSACTION_REVERTED", fault("payments.failed"));
}

/** A node that is down is treated like one that does not know the transaction yet. */
async function findTransaction(
  deps: RecordParts,
  chainId: number,
  txHash: Hex,
): Promise<Mined | "not known" | "nobody to ask"> {
  try {
    const { mined, tooLarge } = await readMined(deps.reader(chainId), [txHash]);
    if (tooLarge.length > 0) throw transactionNotFound();
    return mined[0] ?? "not known";
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId, txHash, error }, "no node answered about a customer's transaction");
    return "nobody to ask";
  }
}

async function record(
  deps: RecordParts,
  checkout: Checkout,
  chainId: number,
  { receipt: { refunds }, header }: Mined,
  transfers: readonly TransferLog[],
): Promise<Checkout> {
  return deps.payments.transaction(async (tx) => {
    const ours = new Map([[checkout.depositAddress, checkout.id]]);
    const isOnChain = await recordReceipt(deps, tx, { chainId, header, transfers, refunds, ours });
    if (!isOnChain) throw transactionNotFound();
    const [now] = await tx.lockCheckouts([checkout.id]);
    return now?.checkout ?? checkout;
  });
}

const unknownToken = fault("payments.unknownToken");

/** The transfer is recorded as stray, and the customer learns why it does not pay. */
function refuseUncounted(checkout: Checkout, chain: Chain, transfers: readonly TransferLog[]): void {
  const counted = transfers.some(({ tokenAddress }) => tokenAddress === checkout.tokenAddress);
  if (checkout.chainId === chain.chainId && counted) return;
  const names = transfers.map(
    ({ tokenAddress }) =>
      findToken([chain], { chainId: chain.chainId, tokenAddress })?.token.symbol ?? unknownToken,
  );
  const found = { tokens: [...new Set(names)], network: chain.name };
  if (checkout.chainId !== null && checkout.chainId !== chain.chainId) {
    throw new CheckoutError("CHAIN_MISMATCH", fault("payments.otherNetwork", found));
  }
  // `param` distinguishes it from a transaction that pays nothing to this address.
  throw new CheckoutError("NO_MATCHING_TRANSFER", fault("payments.otherToken", found), {
    param: "tokenAddress",
  });
}

/** A stranger's pending transaction must not make the page warn of a second payment. */
async function isUnrelated(
  deps: RecordParts,
  { depositAddress }: Checkout,
  transaction: Omit<Hint, "checkoutId">,
) {
  const { chainId, txHash } = transaction;
  try {
    const [known] = await deps.reader(chainId).known([txHash]);
    return known !== undefined && !mayPay(known, depositAddress);
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    return false;
  }
}

function paysNothingHere(): CheckoutError {
  return new CheckoutError("NO_MATCHING_TRANSFER", fault("payments.paysNothing"));
}

async function expectLater(
  deps: RecordParts,
  checkout: Checkout,
  transaction: Omit<Hint, "checkoutId">,
  client: string | null,
  why: "not known" | "nobody to ask",
): Promise<VerifyPaymentResult> {
  if (why === "not known" && (await isUnrelated(deps, checkout, transaction))) throw paysNothingHere();
  const hint = { checkoutId: checkout.id, ...transaction };
  const isAwaited = checkout.status === "PENDING" || checkout.status === "EXPIRED";
  const expected = isAwaited && (await expectHint(deps, hint, client));
  if (!expected && why === "not known") throw transactionNotFound();
  const reason =
    why === "not known"
      ? "The network doesn't know this transaction yet."
      : "We couldn't reach the network. Try again shortly.";
  return {
    status: checkout.status,
    message: expected ? `${reason} We keep looking for it.` : reason,
    outcome: why === "not known" ? "EXPECTED" : "UNANSWERED",
  };
}

/**
 * Looks for a hash from now on. Submitting it again neither counts nor makes us look longer, so that a stranger can't
 * keep a bogus one alive.
 *
 * @returns false when too many were submitted
 */
async function expectHint(deps: RecordParts, hint: Hint, client: string | null): Promise<boolean> {
  const at = deps.clock.now();
  if (await deps.hints.has(hint, new Date(at.getTime() - hintWindowMs))) return true;
  const limits =
    client === null ? [] : limitsAmongClients({ bucket: `hints:${hint.checkoutId}`, ...hintLimits }, client);
  if (limits.length > 0 && !(await deps.rateLimiter.take(limits)).admitted) return false;
  await deps.hints.save(hint, at);
  return true;
}

function message({ status }: Checkout): string {
  switch (status) {
    case "PENDING":
      return "A part of the amount was received.";
    case "DETECTED":
      return "The payment was seen and is being confirmed.";
    case "PAID":
    case "SETTLED":
      return "The payment is confirmed.";
    default:
      return `We recorded the transfer. The checkout is ${status}.`;
  }
}

/**
 * Records a transaction that pays a refund: one that was submitted for it, or the service's own.
 *
 * @param handIn for a submitted one
 * @throws CheckoutError TRANSACTION_NOT_FOUND, TRANSACTION_REVERTED
 */
export async function recordTransaction(
  deps: RecordParts,
  { chainId, txHash }: Parameters<RecordTransaction>[0],
  { id, depositAddress }: Parameters<RecordTransaction>[1],
  handIn?: Parameters<RecordTransaction>[2],
): Promise<void> {
  const mined = await findTransaction(deps, chainId, txHash);
  if (mined === "not known" || mined === "nobody to ask") throw transactionNotFound();
  const { receipt, header } = mined;
  refuseReverted(receipt);
  const handedIn = (await handIn?.(receipt)) ?? null;
  const { transfers, refunds } = receipt;
  const ours = new Map([[depositAddress, id]]);
  const isOnChain = await deps.payments.transaction((tx) =>
    recordReceipt(deps, tx, { chainId, header, transfers, refunds, ours, handedIn }),
  );
  if (!isOnChain) throw transactionNotFound();
}
