import { enabledChain } from "@/lib/chain/chains.rules";
import { highestFinalBlock } from "@/lib/chain/confirmation-policy.rules";
import {
  CallRefused,
  type ChainSender,
  type PreparedCall,
  type RefundCall,
} from "@/lib/chain/sender/chain-sender.port";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import type { RefundCap } from "@/lib/chain/sender/outgoing/outgoing-store.port";
import { sendCall } from "@/lib/chain/sender/send-call";
import { aboutWallet, noteRefusal, type SenderDeps } from "@/lib/chain/sender/sender-deps";
import { type AgreeDeps, agreedDeposits } from "@/lib/checkouts/balances/agree-on-deposits";
import { chainHead } from "@/lib/checkouts/balances/settled-block";
import type { Refund } from "@/lib/checkouts/refunds/refund.rules";
import type { ChainPosition } from "@/lib/checkouts/state/payment-store.port";
import { startOfDay } from "@/lib/platform/values/time.rules";
import { dailySum, sendableUnits } from "./open-refund";
import { lockRefund, moveRefund } from "./refund-steps";
import type { PendingRefund, RefundStore } from "./refund-store.port";

type CapDeps = Pick<SendRefundsDeps, "clock" | "chains" | "incidents" | "refunds" | "refundDailyCap">;

/** Beside that of the wallet's own cap, which is of gas. */
const subjectOf = (sender: ChainSender) => `${aboutWallet(sender).subject}/refunds`;

/**
 * What the refund wallet may send today (UTC) beside what it has: what bounds the loss when its key is misused through
 * this service. Two that look at the same time may both find room, so it is judged again where the refund is signed for.
 */
function capFor(
  { clock, chains, refundDailyCap }: Pick<CapDeps, "clock" | "chains" | "refundDailyCap">,
  refund: Refund,
): RefundCap {
  const askedUnits = dailySum(chains, [refund]);
  return {
    since: startOfDay(clock.now()),
    admits: (sent) => dailySum(chains, sent) + askedUnits <= refundDailyCap,
  };
}

/** Whether the cap has room for the refund now. An operator is told of what has to wait. */
async function keepsCap(
  deps: CapDeps,
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

/** Nothing waits for the cap any more. */
async function resolveCap(deps: CapDeps, sender: ChainSender): Promise<void> {
  await deps.incidents.resolve("DAILY_CAP_REACHED", subjectOf(sender), deps.clock.now());
}

/**
 * The call as the chain would do it now. Where it would revert, the same payment to the sender's own wallet tells why:
 * when that one goes through and the customer's still does not, the token refuses the customer's address, and no
 * waiting helps. Everything else may pass: dear gas, an empty wallet, a paused token, a node that lags.
 *
 * @throws ChainUnavailable
 */
async function prepareRefund(
  deps: Pick<SenderDeps, "clock" | "log" | "incidents">,
  sender: ChainSender,
  call: RefundCall,
  refundId: string,
): Promise<PreparedCall | "waits" | "destination refused"> {
  const refusal = await attempt(sender, call);
  if (!(refusal instanceof CallRefused)) return refusal;
  const { chainId } = sender;
  deps.log.warn({ chainId, refundId, reason: refusal.reason, error: refusal }, "a refund is not signed");
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

export type SendRefundsDeps = SenderDeps &
  AgreeDeps & {
    refunds: RefundStore;
    /** The refund wallet's; null where the service holds no refund key. */
    refundSender: (chainId: number) => ChainSender | null;
    /** What the refund wallet may send on a chain in a day, in `dailyUnits`. */
    refundDailyCap: bigint;
  };

/** Up to where the chain is final by its settle policy. */
type Settled = { position: ChainPosition; upTo: bigint };

/**
 * One look at the refunds of a chain: follows what the refund wallet has on its way, and sends what is PENDING. A
 * refund becomes PROCESSING in the transaction that stores its signed bytes, so it is signed for once however many
 * look at it; it is COMPLETED when the scanner sees its payment final, not here.
 *
 * @returns transactions that are still open, and the number of events written
 * @throws ChainUnavailable after it has looked at all of them
 */
export async function sendRefunds(
  deps: SendRefundsDeps,
  chainId: number,
): Promise<{ open: number; events: number }> {
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
  let events = 0;
  let capped = false;
  let after: PendingRefund | null = null;
  do {
    const page: PendingRefund[] = await deps.refunds.pending(chainId, after, pageSize);
    after = page.length < pageSize ? null : (page.at(-1) ?? null);
    for (const refund of page) {
      // One that cannot be sent holds up none of those behind it.
      const end = await sendOne(deps, sender, refund, settled).catch((error: unknown) => {
        failures.push(error);
        return "failed" as const;
      });
      if (end === "sent") open += 1;
      if (end === "told") events += 1;
      if (end === "capped") capped = true;
    }
  } while (after !== null);
  if (sender !== null && !capped) await resolveCap(deps, sender);
  if (failures.length > 0) throw failures[0];
  return { open, events };
}

async function readSettled(deps: SendRefundsDeps, chainId: number): Promise<Settled | null> {
  const position = await deps.payments.position(chainId);
  if (position === null) return null;
  const { settle } = enabledChain(deps.chains, chainId).confirmations;
  const upTo = highestFinalBlock(settle, chainHead(position, deps.clock.now()));
  return upTo === null ? null : { position, upTo };
}

/** `told`: it failed, and an event says so. */
type End = "sent" | "waits" | "capped" | "moved" | "told";

async function sendOne(
  deps: SendRefundsDeps,
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
 * Whether one that was sent before is certainly not paid. Nodes that have lost receipts say of a mined transaction that
 * it is none, and where they hide its log, too, the books do not know better; but what it took is missing at the
 * deposit address. By then its nonce is used for good, so nothing of it can be mined later.
 */
async function isUnpaid(
  deps: SendRefundsDeps,
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
    "a refund is not sent again before the nodes agree that its deposit holds what the books say",
  );
  return false;
}

type Judged = { kind: "send"; call: RefundCall } | { kind: "waits" } | { kind: "moved" };

/** Under the locks of checkout and refund: whether it may be sent now, and if it never can, whom it waits for instead. */
function judge(deps: SendRefundsDeps, sender: ChainSender | null, asked: Refund): Promise<Judged> {
  return deps.refunds.transaction(async (tx): Promise<Judged> => {
    const { refund, approvedFrozen, locked } = await lockRefund(tx, asked);
    const { checkout } = locked;
    const { destinationAddress, tokenAddress, amountUnits } = refund;
    if (refund.status !== "PENDING" || destinationAddress === null) return { kind: "waits" };
    const now = deps.clock.now();
    if (checkout.settlementFrozen && !approvedFrozen) {
      await moveRefund(deps, tx, checkout, refund, { kind: "held" }, now);
      return { kind: "moved" };
    }
    // Its sweep may fail, and then the money is still there.
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

/** The token refuses the destination: the amount is free for a refund to another one. */
function fail(deps: SendRefundsDeps, asked: Refund): Promise<End> {
  return deps.refunds.transaction(async (tx): Promise<End> => {
    const { refund, locked } = await lockRefund(tx, asked);
    if (refund.status !== "PENDING") return "waits";
    const failureCode = "DESTINATION_REFUSED";
    const trigger = { kind: "refused" } as const;
    const details = { failureCode, destinationAddress: refund.destinationAddress };
    const now = deps.clock.now();
    await moveRefund(deps, tx, locked.checkout, refund, trigger, now, { failureCode }, details);
    return "told";
  });
}
