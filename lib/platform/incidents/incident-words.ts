import { minuteMs } from "@/lib/platform/values/time.rules";
import type { IncidentKind, OpenIncident } from "./incident-store.port";

/** Incidents that often resolve by themselves are e-mailed only after this long. */
const mayEndMs = 10 * minuteMs;

const sweepsAreRetried =
  "We retry each deposit after a minute, then less often, up to once an hour. This incident closes when a sweep works again. `npm run incidents` shows the project, the failed transactions, and the command that retries now.";

/** Each kind of incident in a few words, what to do about it, and after how long we e-mail it. */
export const explainedIncidents: Readonly<
  Record<IncidentKind, { title: string; text: string; patienceMs: number }>
> = {
  PAYMENT_REVERTED: {
    title: "a chain reorganisation reverted a payment",
    text: "A final payment is no longer on the chain. We hold the checkout's settlement until you review it and close the incident.",
    patienceMs: 0,
  },
  REFUND_REVERTED: {
    title: "a chain reorganisation reverted a refund",
    text: "A final refund is no longer on the chain. We hold the checkout's settlement until you review it and close the incident.",
    patienceMs: 0,
  },
  SWEEP_REVERTED: {
    title: "a chain reorganisation reverted a settlement",
    text: "A final sweep is no longer on the chain, so the money is at the deposit address again. We hold the checkout's settlement until you review it and close the incident.",
    patienceMs: 0,
  },
  OVER_REFUNDED: {
    title: "more was refunded than received",
    text: "A refund was sent twice, or was sent without a request while another one is open. We hold the checkout's settlement until you review it and close the incident.",
    patienceMs: 0,
  },
  CHAIN_LOST: {
    title: "the service can't follow a chain",
    text: "The nodes no longer have any of the last blocks we read, so we don't see payments on this chain. To see what the nodes report, run `npm run chains`.",
    patienceMs: 0,
  },
  CHAIN_MISCONFIGURED: {
    title: "a chain doesn't match its settings",
    text: "The nodes report something else than the settings, so payments or sweeps on this chain wait. To see the difference, run `npm run chains` and `npm run incidents`.",
    patienceMs: 0,
  },
  TRANSACTION_STUCK: {
    title: "a transaction is stuck",
    text: "No block includes it, although its fee is at the limit, or it isn't sent, because gas costs more than the limit. It continues once gas is cheaper, or once you raise the chain's fee limit.",
    patienceMs: mayEndMs,
  },
  NONCE_LEAP: {
    title: "a node reports an impossible transaction count",
    text: "It claims that one of the service's wallets sent far more transactions than it did. The wallet sends nothing on this chain until the nodes report the right count. To check them, run `npm run chains`.",
    patienceMs: mayEndMs,
  },
  OUT_OF_GAS: {
    title: "a wallet of the service is low on gas",
    text: "It can't pay for its transactions, or soon won't be able to. Send it some of the chain's own coin. Work then continues on its own.",
    patienceMs: 0,
  },
  DAILY_CAP_REACHED: {
    title: "a wallet of the service has reached its daily limit",
    text: "The wallet, or one project, has spent its daily limit. Further transactions wait for the next day (UTC). To send them sooner, raise the limit in the settings.",
    patienceMs: 0,
  },
  TOKEN_PAUSED: {
    title: "a token's issuer has paused it",
    text: `Deposits in this token can't be swept while it is paused. ${sweepsAreRetried}`,
    patienceMs: 0,
  },
  ACCOUNT_BLACKLISTED: {
    title: "a token blocks an account",
    text: `The token's issuer has blacklisted a merchant's wallet or a deposit address, so its deposits can't be swept. ${sweepsAreRetried}`,
    patienceMs: 0,
  },
  SWEEP_REFUSED: {
    title: "a token refuses sweeps",
    text: `Sweeps of this token fail, although it isn't paused and doesn't block the accounts. ${sweepsAreRetried}`,
    patienceMs: 0,
  },
  NODE_DOWN: {
    title: "a node isn't responding",
    text: "Payments continue with the chain's other nodes, so fewer nodes check each other. To see which one fails, run `npm run chains`. The incident closes when every node responds again.",
    patienceMs: mayEndMs,
  },
  CHAIN_UNREACHABLE: {
    title: "no node of a chain is responding",
    text: "We don't see payments on this chain, and send nothing there, until a node responds. Nothing is lost: we then read the missed blocks. To see why each node fails, run `npm run chains`. If none comes back soon, put another one into the chain's `rpcUrls` and restart.",
    patienceMs: 0,
  },
  INNGEST_DOWN: {
    title: "the Inngest server isn't running background jobs",
    text: "The instances run the jobs themselves, so payments aren't delayed. Check that the server runs and can reach the service at `INNGEST_SERVE_ORIGIN`, or `BASE_URL` where that isn't set. The incident closes when the server works again.",
    patienceMs: mayEndMs,
  },
  COIN_PRICE_OFF: {
    title: "the written price of a chain's coin is far off",
    text: "While the rate providers answer, we price gas by them. Without them, the written price would make sweeps and signed payments wait too long, or cost too much.",
    patienceMs: mayEndMs,
  },
  NODES_DISAGREE: {
    title: "nodes disagree",
    text: "They report different data for the same block, so payments on this chain wait. To see what each one reports, run `npm run chains`.",
    patienceMs: mayEndMs,
  },
  BALANCE_ABOVE_BOOKS: {
    title: "a deposit address holds more than the ledger shows",
    text: "A deposit address holds more than its recorded transfers explain. For details, run `npm run reconcile`.",
    patienceMs: mayEndMs,
  },
  BALANCE_BELOW_BOOKS: {
    title: "a deposit address holds less than the ledger shows",
    text: "A deposit address holds less than its recorded transfers explain. For details, run `npm run reconcile`.",
    patienceMs: mayEndMs,
  },
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
