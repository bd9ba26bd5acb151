import { enabledChain, findToken } from "@/lib/chain/chains.rules";
import {
  CallRefused,
  type ChainSender,
  type PreparedCall,
  type SweepItem,
  type TokenBlocks,
} from "@/lib/chain/sender/chain-sender.port";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import { noteRefusal, sendCall } from "@/lib/chain/sender/send-call";
import { trustedBlock } from "@/lib/checkouts/balances/agree-on-deposits";
import type { RefusedDeposits, SweepRefusal } from "@/lib/checkouts/balances/sweep-refusals.store";
import type { Incident, IncidentKind } from "@/lib/platform/incidents/incident-store.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { openDueSettlements } from "./open-due-settlements";
import type { OpenSettlement } from "./settlement-opening.store";
import type { SettleParts } from "./settlement-terms";

const kindOf = {
  PAUSED: "TOKEN_PAUSED",
  BLACKLISTED: "ACCOUNT_BLACKLISTED",
  OTHER: "SWEEP_REFUSED",
} as const satisfies Record<SweepRefusal["reason"], IncidentKind>;

const kinds = Object.values(kindOf);

/** Enough for every token and account of a chain; the next pass closes the rest. */
const incidentsLimit = 500;

/**
 * Asks tokens that refused sweeps whether they still do: once a pause or blacklisting is lifted, sweeps should not wait
 * for the rest of an hour.
 *
 * @throws ChainUnavailable
 */
async function releaseWhatMoves(deps: SettleParts, sender: ChainSender): Promise<void> {
  const { chainId } = sender;
  const refused = await deps.settlements.refused(chainId, deps.clock.now());
  for (const token of new Set(refused.map(({ tokenAddress }) => tokenAddress))) {
    const causes = refused.filter(({ tokenAddress }) => tokenAddress === token);
    const accounts = causes.flatMap(({ refusal }) => refusal.account ?? []);
    if (causes.every(({ refusal }) => refusal.reason === "OTHER")) continue;
    const { paused, blocked } = await sender.tokenBlocks(token, accounts);
    // A paused token refuses every account.
    if (paused) continue;
    for (const cause of causes)
      if (isLifted(cause.refusal, blocked)) await deps.settlements.release(chainId, cause);
  }
}

function isLifted({ reason, account }: SweepRefusal, blocked: readonly Hex[]): boolean {
  return reason === "PAUSED" || (reason === "BLACKLISTED" && !blocked.includes(account));
}

/**
 * Opens an incident for each cause that blocks sweeps, with the number of waiting deposits, and closes those whose
 * cause is gone.
 */
async function reportRefusals(deps: SettleParts, chainId: number): Promise<void> {
  const now = deps.clock.now();
  const refused = await deps.settlements.refused(chainId, now);
  const openIncidents = new Set<string>();
  for (const cause of refused) {
    const incident = incidentOf(deps, chainId, cause);
    openIncidents.add(`${incident.kind} ${incident.subject}`);
    await deps.incidents.raise(incident, now);
  }
  for (const { kind, subject } of await deps.incidents.openOnChain(chainId, kinds, incidentsLimit))
    if (!openIncidents.has(`${kind} ${subject}`)) await deps.incidents.resolve(kind, subject, now);
}

/** A pause concerns every merchant of the chain; any other cause concerns the merchant of the named checkout. */
function incidentOf(
  { chains }: SettleParts,
  chainId: number,
  { tokenAddress, refusal, deposits, units, checkoutId, nextTryAt }: RefusedDeposits,
): Incident {
  return {
    kind: kindOf[refusal.reason],
    subject: [chainId, tokenAddress, refusal.account].filter((part) => part !== null).join("/"),
    chainId,
    checkoutId: refusal.reason === "PAUSED" ? null : checkoutId,
    details: {
      reason: refusal.reason.toLowerCase(),
      token: findToken(chains, { chainId, tokenAddress })?.token.symbol ?? null,
      tokenAddress,
      account: refusal.account,
      deposits,
      units: units.toString(),
      nextTryAt: nextTryAt?.toISOString() ?? null,
      checkoutId,
    },
  };
}

/**
 * Why each of these sweeps is refused, according to the tokens now; in the order of the items.
 *
 * @throws ChainUnavailable
 */
async function explainRefusals(sender: ChainSender, items: readonly SweepItem[]): Promise<SweepRefusal[]> {
  const blocks = new Map<Hex, TokenBlocks>();
  for (const token of new Set(items.map(({ tokenAddress }) => tokenAddress))) {
    const accounts = items.filter(({ tokenAddress }) => tokenAddress === token).flatMap(partiesOf);
    blocks.set(token, await sender.tokenBlocks(token, [...new Set(accounts)]));
  }
  return items.map((item): SweepRefusal => {
    const found = blocks.get(item.tokenAddress);
    if (found?.paused === true) return { reason: "PAUSED", account: null };
    const account = partiesOf(item).find((party) => found?.blocked.includes(party));
    return account === undefined ? { reason: "OTHER", account: null } : { reason: "BLACKLISTED", account };
  });
}

function partiesOf({ merchantAddress, depositAddress }: SweepItem): Hex[] {
  return [merchantAddress, depositAddress];
}

/**
 * Signs and sends the sweep of a settlement, with the refund key where only that may sweep. Items that the chain would
 * refuse are removed first, so they cost no gas; they are retried after a minute, then less often, up to once an hour.
 *
 * @throws ChainUnavailable
 */
async function sendSettlement(
  deps: SettleParts,
  settlement: OpenSettlement,
): Promise<"sent" | "sent by refund key" | "waits" | "taken"> {
  const { settlementId, projectId, chainId } = settlement;
  const operator = deps.sender(chainId);
  const byRefundKey = settlement.items.some((item) => isClosedTo(operator.operatorAddress, item));
  const sender = byRefundKey ? deps.refundSender(chainId) : operator;
  if (sender === null) {
    const items = settlement.items.map((item) => ({ ...item, refusal: null }));
    await deps.settlements.dropItems(settlementId, items, "NO_REFUND_KEY", deps.clock.now());
    return "waits";
  }
  const call = await prepare(deps, settlement, sender);
  if (call === null) return "waits";
  const owner = { purpose: "SETTLEMENT", settlementId } as const;
  const sent = await sendCall(deps, { sender, owner, projectId, call });
  if (sent === "sent") return byRefundKey ? "sent by refund key" : "sent";
  return sent === "taken" ? "taken" : "waits";
}

function isClosedTo(wallet: Hex, { openSweep, merchantAddress, refundAuthority }: SweepItem): boolean {
  return !openSweep && wallet !== merchantAddress && wallet !== refundAuthority;
}

/** Null when there is nothing to sign now: it waits for gas money, or no item is left. */
async function prepare(
  deps: SettleParts,
  settlement: OpenSettlement,
  sender: ChainSender,
): Promise<PreparedCall | null> {
  const { chainId, settlementId } = settlement;
  const drop = (items: readonly SweepItem[], reason: string, refusals: readonly SweepRefusal[] = []) => {
    if (items.length === 0) return;
    const noted = items.map((item, index) => ({ ...item, refusal: refusals[index] ?? null }));
    deps.log.warn(
      {
        chainId,
        settlementId,
        reason,
        items: noted.map(({ checkoutId, refusal }) => ({ checkoutId, refusal })),
      },
      dropped,
    );
    return deps.settlements.dropItems(settlementId, noted, reason, deps.clock.now());
  };
  const explain = (items: readonly SweepItem[]) => explainRefusals(sender, items);

  await drop(
    settlement.items.filter(({ frozen }) => frozen),
    "FROZEN",
  );
  let items: readonly SweepItem[] = settlement.items.filter(({ frozen }) => !frozen);
  while (items.length > 0) {
    try {
      const { succeeds, call } = await sender.prepareSweep(items);
      const refused = items.filter((_, index) => succeeds[index] !== true);
      if (refused.length === 0) return call;
      await drop(refused, "SWEEP_REFUSED", await explain(refused));
      items = items.filter((item) => !refused.includes(item));
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error;
      deps.log.warn({ chainId, settlementId, reason: error.reason, error }, "did not sign a settlement");
      await noteRefusal(deps, sender, error);
      if (error.reason !== "REVERTED" && error.reason !== "NOTHING_SWEPT") return null;
      // A call that reverts as a whole does not say which item failed.
      const isTheirOwn = error.reason === "NOTHING_SWEPT" || items.length === 1;
      await drop(items, error.reason, isTheirOwn ? await explain(items) : []);
      return null;
    }
  }
  return null;
}

const dropped = "deposits are taken out of a settlement: their sweep would fail";

const unsignedLimit = 100;

type Settled = { open: number; sentByRefundKey: boolean };

/**
 * One pass over the settlements of a chain: completes mined ones, resends unmined ones, opens new ones and signs them.
 * Each step is stored in Postgres before the next begins: chosen → signed and stored → broadcast → final. After a crash
 * the next run continues with the same bytes. A checkout becomes SETTLED when the scanner sees its sweep final.
 */
export async function settleCheckouts(deps: SettleParts, chainId: number): Promise<Settled> {
  const position = await deps.positions.find(chainId);
  if (position === null) return { open: 0, sentByRefundKey: false };
  const sender = deps.sender(chainId);
  const settledUpTo = trustedBlock(enabledChain(deps.chains, chainId), position, deps.clock.now());

  let { open } = await followTransactions(deps, sender, settledUpTo);
  await releaseWhatMoves(deps, sender);
  if (settledUpTo !== null) await openDueSettlements(deps, position, settledUpTo);
  let sentByRefundKey = false;
  let failure: unknown;
  for (const settlement of await deps.settlements.unsigned(chainId, unsignedLimit)) {
    try {
      const end = await sendSettlement(deps, settlement);
      if (end === "sent") open += 1;
      if (end === "sent by refund key") sentByRefundKey = true;
    } catch (error) {
      // A settlement that cannot be sent does not delay the next ones.
      failure = error;
    }
  }
  await reportRefusals(deps, chainId);
  if (failure !== undefined) throw failure;
  return { open, sentByRefundKey };
}
