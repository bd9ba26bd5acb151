import { fill } from "@/lib/platform/i18n/message.rules";
import words from "@/lib/platform/incidents/messages/en/incidents.json" with { type: "json" };
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { IncidentKind, OpenIncident } from "./incident-store.port";

/** Incidents that often resolve by themselves are e-mailed only after this long. */
const mayEndMs = 10 * minuteMs;

const { retries } = words;

/** Each kind of incident in a few words, what to do about it, and after how long we e-mail it. */
export const explainedIncidents: Readonly<
  Record<IncidentKind, { title: string; text: string; patienceMs: number }>
> = {
  PAYMENT_REVERTED: { ...words.PAYMENT_REVERTED, patienceMs: 0 },
  REFUND_REVERTED: { ...words.REFUND_REVERTED, patienceMs: 0 },
  SWEEP_REVERTED: { ...words.SWEEP_REVERTED, patienceMs: 0 },
  OVER_REFUNDED: { ...words.OVER_REFUNDED, patienceMs: 0 },
  CHAIN_LOST: { ...words.CHAIN_LOST, patienceMs: 0 },
  CHAIN_MISCONFIGURED: { ...words.CHAIN_MISCONFIGURED, patienceMs: 0 },
  TRANSACTION_STUCK: { ...words.TRANSACTION_STUCK, patienceMs: mayEndMs },
  NONCE_LEAP: { ...words.NONCE_LEAP, patienceMs: mayEndMs },
  OUT_OF_GAS: { ...words.OUT_OF_GAS, patienceMs: 0 },
  DAILY_CAP_REACHED: { ...words.DAILY_CAP_REACHED, patienceMs: 0 },
  TOKEN_PAUSED: { ...words.TOKEN_PAUSED, text: fill(words.TOKEN_PAUSED.text, { retries }), patienceMs: 0 },
  ACCOUNT_BLACKLISTED: {
    ...words.ACCOUNT_BLACKLISTED,
    text: fill(words.ACCOUNT_BLACKLISTED.text, { retries }),
    patienceMs: 0,
  },
  SWEEP_REFUSED: { ...words.SWEEP_REFUSED, text: fill(words.SWEEP_REFUSED.text, { retries }), patienceMs: 0 },
  NODE_DOWN: { ...words.NODE_DOWN, patienceMs: mayEndMs },
  CHAIN_UNREACHABLE: { ...words.CHAIN_UNREACHABLE, patienceMs: 0 },
  INNGEST_DOWN: { ...words.INNGEST_DOWN, patienceMs: mayEndMs },
  COIN_PRICE_OFF: { ...words.COIN_PRICE_OFF, patienceMs: mayEndMs },
  NODES_DISAGREE: { ...words.NODES_DISAGREE, patienceMs: mayEndMs },
  BALANCE_ABOVE_BOOKS: { ...words.BALANCE_ABOVE_BOOKS, patienceMs: mayEndMs },
  BALANCE_BELOW_BOOKS: { ...words.BALANCE_BELOW_BOOKS, patienceMs: mayEndMs },
};

/** What to do about an incident. Shows no other details: they can name nodes, and nodes' URLs can contain keys. */
export function incidentAdvice({ kind, details }: Pick<OpenIncident, "kind" | "details">): string {
  const { text } = explainedIncidents[kind];
  return typeof details.fix === "string" ? `${text} ${details.fix}` : text;
}

export type IncidentSummary = { says: string; todo: string; needsOperator: boolean };

/** Open incidents in sentences, those of one kind on one chain together; oldest first. */
export function summariseIncidents(
  open: readonly OpenIncident[],
  chains: readonly { chainId: number; name: string }[],
): IncidentSummary[] {
  const groups = new Map<string, IncidentSummary & { count: number }>();
  for (const incident of open) {
    const { kind, chainId } = incident;
    const { title, patienceMs } = explainedIncidents[kind];
    const todo = incidentAdvice(incident);
    const name = chains.find((chain) => chain.chainId === chainId)?.name ?? `chain ${chainId}`;
    const key = [kind, chainId, todo].join();
    const count = (groups.get(key)?.count ?? 0) + 1;
    const says = `${chainId === null ? "" : `${name}: `}${title}${detailOf(incident)} (${count === 1 ? kind : `${count} × ${kind}`}).`;
    groups.set(key, { says, todo, count, needsOperator: patienceMs === 0 });
  }
  return [...groups.values()].map(({ says, todo, needsOperator }) => ({ says, todo, needsOperator }));
}

function detailOf({ kind, details }: OpenIncident): string {
  if (kind === "NODE_DOWN" || kind === "CHAIN_UNREACHABLE")
    return `, ${details.down} of ${details.configured}`;
  if (kind === "COIN_PRICE_OFF") return `, ${details.writtenUsd} instead of ${details.providersUsd} USD`;
  return kind === "INNGEST_DOWN" ? `: ${details.reason}` : "";
}
