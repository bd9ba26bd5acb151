import { enabledChain } from "@/lib/chain/chains.rules";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import {
  CallRefused,
  type ChainSender,
  type PreparedCall,
  type RefundCall,
  type RefundCap,
} from "@/lib/chain/sender/chain-sender.port";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import { aboutWallet, noteRefusal, sendCall } from "@/lib/chain/sender/send-call";
import { agreedDeposits, trustedBlock } from "@/lib/checkouts/balances/agree-on-deposits";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { startOfDay } from "@/lib/platform/values/time.rules";
import type { RefundSenderParts } from "@/lib/refunds/refunds.parts";
import { dailySum, sendableUnits } from "./open-refund";
import type { PendingRefund } from "./refund.store";
import { lockRefund, moveRefund } from "./refund-steps";

/** A subject apart from the wallet's own gas cap. */
const subjectOf = (sender: ChainSender) => `${aboutWallet(sender).subject}/refunds`;

/**
 * The rest of the refund wallet's daily cap (UTC): it bounds the loss when the key is misused through this service. Two
 * concurrent workers may both find room, so we check again where the refund is signed.
 */
function capFor({ clock, chains, refundDailyCap }: RefundSenderParts, refund: Refund): RefundCap {
  const refundUnits = dailySum(chains, [refund]);
  return {
    since: startOfDay(clock.now()),
    admits: (sent) => dailySum(chains, sent) + refundUnits <= refundDailyCap,
  };
}

/** Whether the cap has room for the refund now. Raises an incident when refunds have to wait. */
async function keepsCap(
  deps: RefundSenderParts,
  sender: ChainSender,
  refund: Refund,
  cap: RefundCap,
): Promise<boolean> {
  const { chainId, operatorAddress } = sender;
  const sent = await deps.refunds.sentSince(chainId, operatorAddress, cap.since);
  if (cap.admits(sent)) return true;
  const details = {
    wallet: operatorAddress,
    refundId: refund.id,
    capMillionths: deps.refundDailyCap.toString(),
    sentMillionths: dailySum(deps.chains, sent).toString(),
    askedMillionths: dailySum(deps.chains, [refund]).toString(),
  };
  const about = { ...aboutWallet(sender), subject: subjectOf(sender) };
  await deps.incidents.raise({ kind: "DAILY_CAP_REACHED", ...about, details }, deps.clock.now());
  return false;
}

/** No refund waits for the cap any more. */
async function resolveCap(deps: RefundSenderParts, sender: ChainSender): Promise<void> {
  await deps.incidents.resolve("DAILY_CAP_REACHED", subjectOf(sender), deps.clock.now());
}

/**
 * The call simulated on the chain now. If it would revert, we simulate the same payment to the sender's own wallet:
 * when that succeeds and the customer's still fails, the token refuses the customer's address for good. Any other cause
 * may pass: expensive gas, an empty wallet, a paused token, a lagging node.
 *
 * @throws ChainUnavailable
 */
async function prepareRefund(
  deps: RefundSenderParts,
  sender: ChainSender,
  call: RefundCall,
  refundId: string,
): Promise<PreparedCall | "waits" | "destination refused"> {
  const refusal = await attempt(sender, call);
  if (!(refusal instanceof CallRefused)) return refusal;
  const { chainId } = sender;
  deps.log.warn({ chainId, refundId, reason: refusal.reason, error: refusal }, "did not sign a refund");
  await noteRefusal(deps, sender, refusal);
  if (refusal.reason !== "REVERTED") return "waits";
  const probe = await attempt(sender, { ...call, to: sender.operatorAddress });
  if (probe instanceof CallRefused) return "waits";
  const again = await attempt(sender, call);
  if (!(again instanceof CallRefused)) return again;
  return again.reason === "REVERTED" ? "destination refused" : "waits";
}

async function attempt(sender: ChainSender, call: RefundCall): Promise<PreparedCall | CallRefused> {
  try {
    return await sender.prepareRefund(call);
  } catch (error) {
    if (error instanceof CallRefused) return error;
    throw error;
  }
}

const pageSize = 50;

/** The position up to which the chain is final by its settle policy. */
type Settled = { position: ChainPosition; upTo: bigint };

/**
 * One pass over the refunds of a chain: tracks the refund wallet's open transactions and sends PENDING refunds. A
 * refund becomes PROCESSING in the transaction that stores its signed bytes, so concurrent workers sign it once. It
 * becomes COMPLETED when the scanner sees its payment final, not here.
 *
 * @returns how many transactions are open
 * @throws ChainUnavailable after trying all of them
 */
export async function sendRefunds(deps: RefundSenderParts, chainId: number): Promise<{ open: number }> {
  const sender = deps.refundSender(chainId);
  const settled = await readSettled(deps, chainId);
  const failures: unknown[] = [];
  let { open } =
    sender === null
      ? { open: 0 }
      : await followTransactions(deps, sender, settled?.upTo ?? null).catch((error: unknown) => {
          failures.push(error);
          return { open: 1 };
        });
  let capped = false;
  let after: PendingRefund | null = null;
  do {
    const page: PendingRefund[] = await deps.refunds.pending(chainId, after, pageSize);
    after = page.length < pageSize ? null : (page.at(-1) ?? null);
    for (const refund of page) {
      // A refund that cannot be sent does not delay the next ones.
      const end = await sendOne(deps, sender, refund, settled).catch((error: unknown) => {
        failures.push(error);
        return "failed" as const;
      });
      if (end === "sent") open += 1;
      if (end === "capped") capped = true;
    }
  } while (after !== null);
  if (sender !== null && !capped) await resolveCap(deps, sender);
  if (failures.length > 0) throw failures[0];
  return { open };
}

async function readSettled(deps: RefundSenderParts, chainId: number): Promise<Settled | null> {
  const position = await deps.positions.find(chainId);
  const upTo = trustedBlock(enabledChain(deps.chains, chainId), position, deps.clock.now());
  return position === null || upTo === null ? null : { position, upTo };
}

/** `reported`: it failed, and an event was written. */
type End = "sent" | "waits" | "capped" | "moved";

async function sendOne(
  deps: RefundSenderParts,
  sender: ChainSender | null,
  refund: PendingRefund,
  settled: Settled | null,
): Promise<End> {
  if (!(await isUnpaid(deps, refund, settled))) return "waits";
  const judged = await judge(deps, sender, refund);
  if (judged.kind !== "send" || sender === null) return judged.kind === "moved" ? "moved" : "waits";
  const refundCap = capFor(deps, refund);
  if (!(await keepsCap(deps, sender, refund, refundCap))) return "capped";
  const prepared = await prepareRefund(deps, sender, judged.call, refund.id);
  if (prepared === "waits") return "waits";
  if (prepared === "destination refused") return fail(deps, refund);
  const owner = { purpose: "REFUND", refundId: refund.id, inPlaceOf: refund.lastTransactionId } as const;
  const { projectId } = refund;
  const end = await sendCall(deps, { sender, owner, projectId, call: prepared, refundCap });
  return end === "sent" ? "sent" : "waits";
}

/**
 * Whether an earlier transaction certainly did not pay. A node that lost its receipts denies a mined transaction, and
 * if it also hides the log, the books miss it too; but the deposit address then lacks the amount. By now its nonce is
 * used for good, so it cannot be mined later.
 */
async function isUnpaid(
  deps: RefundSenderParts,
  refund: PendingRefund,
  settled: Settled | null,
): Promise<boolean> {
  const { id: refundId, chainId, lastTransactionId } = refund;
  if (lastTransactionId === null) return true;
  const agreed =
    settled === null ? [] : await agreedDeposits(deps, settled.position, settled.upTo, [refund], "exactly");
  if (agreed.length > 0) return true;
  deps.log.warn(
    { chainId, refundId, lastTransactionId },
    "not resending a refund until the nodes agree on its deposit's balance",
  );
  return false;
}

type Judged = { kind: "send"; call: RefundCall } | { kind: "waits" } | { kind: "moved" };

/**
 * Under the locks of checkout and refund: whether it may be sent now or, if it never can, what it waits for instead.
 */
function judge(deps: RefundSenderParts, sender: ChainSender | null, candidate: Refund): Promise<Judged> {
  return deps.refunds.transaction(async (tx): Promise<Judged> => {
    const { refund, approvedFrozen, locked } = await lockRefund(tx, candidate);
    const { checkout } = locked;
    const { destinationAddress, tokenAddress, amountUnits } = refund;
    if (refund.status !== "PENDING" || destinationAddress === null) return { kind: "waits" };
    const now = deps.clock.now();
    if (checkout.settlementFrozen && !approvedFrozen) {
      await moveRefund(deps, tx, checkout, refund, { kind: "held" }, now);
      return { kind: "moved" };
    }
    // The sweep may fail, and then the money is still there.
    if (locked.beingSettled) return { kind: "waits" };
    const isPayable =
      sender?.operatorAddress === checkout.refundAuthority && amountUnits <= sendableUnits(locked);
    if (!isPayable) {
      await moveRefund(deps, tx, checkout, refund, { kind: "funds_left" }, now);
      return { kind: "moved" };
    }
    const { id: checkoutId, depositAddress, merchantAddress, refundAuthority, openSweep } = checkout;
    const terms = { checkoutId, depositAddress, merchantAddress, refundAuthority, openSweep };
    return { kind: "send", call: { ...terms, tokenAddress, to: destinationAddress, amountUnits } };
  });
}

/** The token refuses the destination: the amount becomes available for a refund to another address. */
function fail(deps: RefundSenderParts, candidate: Refund): Promise<End> {
  return deps.refunds.transaction(async (tx): Promise<End> => {
    const { refund, locked } = await lockRefund(tx, candidate);
    if (refund.status !== "PENDING") return "waits";
    const failureCode = "DESTINATION_REFUSED";
    const trigger = { kind: "refused" } as const;
    const details = { failureCode, destinationAddress: refund.destinationAddress };
    const now = deps.clock.now();
    await moveRefund(deps, tx, locked.checkout, refund, trigger, now, { failureCode }, details);
    return "moved";
  });
}
