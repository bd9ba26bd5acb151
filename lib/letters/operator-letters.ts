import type { Chain } from "@/lib/chain/chains.rules";
import type { Letter } from "@/lib/mail/mail.store";
import { describeTime, inert, paragraphs } from "@/lib/mail/plain-text";
import type { IncidentKind } from "@/lib/platform/incidents/incident-store.port";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { IncidentPatience, UntoldIncident } from "./mail-facts.port";

/** Incidents that often resolve by themselves are e-mailed only after this long. */
const mayEndMs = 10 * minuteMs;

const sweepsAreRetried =
  "Each deposit is retried after a minute, then less often, up to once an hour, and this incident closes when the cause is gone. To retry at once: `npm run admin -- sweep-now --project <id>`.";

/** Each kind of incident in a few words, what to do about it, and after how long we e-mail it. */
const explained: Readonly<Record<IncidentKind, { title: string; text: string; patienceMs: number }>> = {
  PAYMENT_REVERTED: {
    title: "a payment was taken back by a reorganisation",
    text: "A payment that counted as final is gone from the chain. Nothing of its checkout is settled until somebody has looked at it and closed the incident.",
    patienceMs: 0,
  },
  REFUND_REVERTED: {
    title: "a refund was taken back by a reorganisation",
    text: "A refund that counted as final is gone from the chain. Nothing of its checkout is settled until somebody has looked at it and closed the incident.",
    patienceMs: 0,
  },
  CHAIN_LOST: {
    title: "a chain is not followed any more",
    text: "None of the blocks that were read last is on the nodes' chain. Payments on it are not seen until somebody has found out why; `npm run chains` shows what the nodes say.",
    patienceMs: 0,
  },
  CHAIN_MISCONFIGURED: {
    title: "a chain does not fit its settings",
    text: "What the nodes show is not what the settings say, so the chain is left alone. `npm run chains` says what does not fit.",
    patienceMs: 0,
  },
  TRANSACTION_STUCK: {
    title: "a transaction of the service is stuck",
    text: "No block takes it although its fee is at the ceiling. It goes on by itself once gas is cheaper, or once the chain's ceiling is raised.",
    patienceMs: 0,
  },
  NONCE_LEAP: {
    title: "a node tells an impossible number of transactions",
    text: "It claims that a wallet of the service sent far more than it did. It is not believed, and the wallet sends nothing on that chain until the nodes are right: check them with `npm run chains`.",
    patienceMs: mayEndMs,
  },
  OUT_OF_GAS: {
    title: "a wallet of the service runs out of gas money",
    text: "It cannot pay for what is to be sent, or soon cannot. Fill it up with the chain's own coin; work goes on by itself then.",
    patienceMs: 0,
  },
  DAILY_CAP_REACHED: {
    title: "a wallet of the service has reached its limit of the day",
    text: "All of it is spent, or all that one project may have of it. What does not fit waits for the next day (UTC), or for a higher limit in the settings.",
    patienceMs: 0,
  },
  TOKEN_PAUSED: {
    title: "a token is paused by its issuer",
    text: `No deposit in this token can be swept while the pause lasts. ${sweepsAreRetried}`,
    patienceMs: 0,
  },
  ACCOUNT_BLACKLISTED: {
    title: "a token blocks an account",
    text: `The token's issuer has blacklisted a merchant's wallet or a deposit address, so what waits for it cannot be swept. ${sweepsAreRetried}`,
    patienceMs: 0,
  },
  SWEEP_REFUSED: {
    title: "a token refuses sweeps",
    text: `The token is neither paused nor does it block the accounts, and sweeps of it fail all the same: \`npm run admin -- list-settlements --project <id>\` shows them. ${sweepsAreRetried}`,
    patienceMs: 0,
  },
  NODE_DOWN: {
    title: "a node does not answer",
    text: "Payments go on by the other nodes of the chain, with fewer of them to check what each tells. `npm run chains` shows which one fails. The incident closes when every node answers again.",
    patienceMs: mayEndMs,
  },
  INNGEST_DOWN: {
    title: "the Inngest server does not run the background work",
    text: "The instances do all of it themselves, so payments are not delayed. Check that the server runs and that it reaches `INNGEST_SERVE_ORIGIN`. The incident closes when the server works again.",
    patienceMs: mayEndMs,
  },
  NODES_DISAGREE: {
    title: "nodes contradict each other",
    text: "They tell different things of the same block, so payments on the chain wait. `npm run chains` shows what each of them says.",
    patienceMs: mayEndMs,
  },
  BALANCE_ABOVE_BOOKS: {
    title: "more lies at an address than the books say",
    text: "The chain holds more at a deposit address than its transfers explain. `npm run reconcile` tells more.",
    patienceMs: mayEndMs,
  },
  BALANCE_BELOW_BOOKS: {
    title: "less lies at an address than the books say",
    text: "The chain holds less at a deposit address than was recorded. `npm run reconcile` tells more.",
    patienceMs: mayEndMs,
  },
};

export const incidentPatience: IncidentPatience = Object.fromEntries(
  Object.entries(explained).map(([kind, { patienceMs }]) => [kind, patienceMs]),
);

/**
 * One e-mail per incident. It shows only details of refused sweeps: others can name nodes, and nodes' URLs can contain
 * keys.
 */
export function incidentLetter(incident: UntoldIncident, chains: readonly Chain[]): Letter {
  const { kind, chainId, checkoutId, subject, incidentId, createdAt } = incident;
  const { title, text } = explained[kind];
  const name = chains.find((chain) => chain.chainId === chainId)?.name;
  const where = chainId === null ? "" : ` on ${name === undefined ? `chain ${chainId}` : inert(name)}`;
  const facts = [
    `Kind: ${kind}`,
    ...(chainId === null ? [] : [`Chain: ${name === undefined ? chainId : `${inert(name)} (${chainId})`}`]),
    `About: ${inert(checkoutId ?? subject, 160)}`,
    ...refusedSweeps(incident),
    `Since: ${describeTime(createdAt)}`,
    `Incident: ${incidentId}`,
  ];
  return {
    dedupeKey: incident.dedupeKey,
    kind: kind === "OUT_OF_GAS" ? "operator.gas_low" : "operator.incident",
    projectId: null,
    recipient: incident.recipient,
    subject: `Stablecoin Checkout: ${title}${where}`,
    body: paragraphs(text, facts.join("\n"), "All that is open: npm run incidents"),
  };
}

function refusedSweeps({ kind, details }: UntoldIncident): string[] {
  if (kind !== "TOKEN_PAUSED" && kind !== "ACCOUNT_BLACKLISTED" && kind !== "SWEEP_REFUSED") return [];
  const { reason, token, tokenAddress, account, deposits } = details;
  return [
    `Reason: ${reason}`,
    `Token: ${inert(`${token ?? ""} ${tokenAddress}`.trim(), 160)}`,
    ...(account ? [`Account: ${account}`] : []),
    `Deposits that wait: ${deposits}`,
  ];
}
