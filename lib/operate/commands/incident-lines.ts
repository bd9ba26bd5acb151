import type { IncidentFacts } from "@/lib/books/incident-facts.store";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { formatCoins, nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import type { IncidentKind, OpenIncident } from "@/lib/platform/incidents/incident-store.port";
import { explainedIncidents } from "@/lib/platform/incidents/incident-words";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";

type Known = { incident: OpenIncident; facts: IncidentFacts; chains: readonly Chain[] };

const nodes = "npm run chains";
const books = "npm run reconcile";
const scanAgain = ({ incident }: Known) => `npm run chains -- --scan-again ${incident.chainId} --yes`;
const close = ({ incident }: Known) => `npm run incidents -- --close ${incident.id}`;
const ofProject =
  (command: string) =>
  ({ facts: { project } }: Known): string =>
    project === null
      ? "npm run admin -- projects list"
      : `npm run admin -- ${command} --project ${project.id}`;
const ofRefund =
  (command: string) =>
  ({ facts: { refund } }: Known): string =>
    refund === null ? "npm run admin -- list-refunds" : `npm run admin -- ${command} ${refund.id}`;

const ofRefusedSweeps = [ofProject("list-settlements"), () => nodes, ofProject("sweep-now")];

/** The commands of each kind's page, in its order, each with when it is needed. */
const commands: Readonly<Record<IncidentKind, readonly ((known: Known) => string)[]>> = {
  PAYMENT_REVERTED: [() => nodes, scanAgain, () => books, close],
  REFUND_REVERTED: [ofRefund("sign-link"), () => nodes, close],
  SWEEP_REVERTED: [ofProject("list-settlements"), () => nodes, () => books, close],
  OVER_REFUNDED: [ofProject("list-refunds"), close],
  CHAIN_LOST: [() => nodes, scanAgain, () => books],
  CHAIN_MISCONFIGURED: [() => nodes],
  CHAIN_UNREACHABLE: [() => nodes],
  NODE_DOWN: [() => nodes],
  NODES_DISAGREE: [() => nodes],
  BALANCE_ABOVE_BOOKS: [() => `${books} -- --logs`],
  BALANCE_BELOW_BOOKS: [() => nodes, () => books],
  OUT_OF_GAS: [],
  NONCE_LEAP: [() => nodes],
  TRANSACTION_STUCK: [() => nodes],
  DAILY_CAP_REACHED: [ofProject("list-refunds"), ofProject("list-settlements")],
  TOKEN_PAUSED: [ofProject("sweep-now")],
  ACCOUNT_BLACKLISTED: ofRefusedSweeps,
  SWEEP_REFUSED: ofRefusedSweeps,
  INNGEST_DOWN: [() => "npm run jobs:status"],
  COIN_PRICE_OFF: [],
};

/** An incident with everything that its page asks for: what it is about, what to look up, and the commands to run. */
export function incidentLines(known: Known): string[] {
  const { incident, facts, chains } = known;
  const { id, kind, chainId, createdAt, lastSeenAt } = incident;
  const { project, checkout, refund, transactions, weekWei } = facts;
  const name = chains.find((chain) => chain.chainId === chainId)?.name;
  const line = (label: string, value: string | null): string[] =>
    value === null ? [] : [`    ${label.padEnd(13)}${value}`];
  return [
    `${id}  ${kind}  ${explainedIncidents[kind].title}`,
    ...line("chain", chainId === null ? null : `${name ?? "not enabled"} (${chainId})`),
    ...line("project", project && `${project.id}  ${project.name}`),
    ...line(
      "checkout",
      checkout &&
        `${checkout.id}  ${checkout.status}${checkout.referenceId === null ? "" : `  reference ${checkout.referenceId}`}`,
    ),
    ...line("address", checkout?.depositAddress ?? null),
    ...line(
      "refund",
      refund && `${refund.id}  ${refund.status}  to ${refund.destinationAddress ?? "no address yet"}`,
    ),
    ...transactions.flatMap(({ what, txHash }) => line("transaction", `${txHash}  ${what}`)),
    ...Object.entries(incident.details).flatMap(([key, value]) =>
      hasNoLine(key, facts) ? line("", `${inWords(key)}: ${valueInWords(known, key, value)}`) : [],
    ),
    ...(weekWei === null || chainId === null
      ? []
      : line("", `spent in 7 days: ${formatCoins(weekWei, nativeCurrencyOf(chains, chainId))}`)),
    ...line("since", `${createdAt.toISOString()}, last seen ${lastSeenAt.toISOString()}`),
    ...line("read", `docs/incidents/${kind.toLowerCase().replaceAll("_", "-")}.md`),
    ...[...new Set(commands[kind].map((command) => command(known)))].flatMap((command) =>
      line("run", command),
    ),
  ];
}

/** Those above it have a line of their own. */
function hasNoLine(key: string, { project, checkout, refund }: IncidentFacts): boolean {
  if (key === "checkoutId") return checkout === null;
  if (key === "projectId") return project === null;
  return key !== "refundId" || refund === null;
}

/** @example inWords("maxFeePerGasWei") // "max fee per gas" */
function inWords(key: string): string {
  // A key may be a node's host.
  if (!/^[a-z]+(?:[A-Z][a-z]*)*$/.test(key)) return key;
  return key
    .replace(/(?:Units|Wei|Millionths)$/, "")
    .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueInWords({ incident, chains }: Known, key: string, value: string | number | null): string {
  if (value === null) return "unknown";
  const { chainId, details, subject } = incident;
  const text = String(value);
  if (chainId === null || !/^\d+$/.test(text)) return text;
  if (key.endsWith("Wei"))
    return `${formatCoins(BigInt(text), nativeCurrencyOf(chains, chainId))} (${text} wei)`;
  if (key.endsWith("Millionths")) return `${formatUnits(BigInt(text), 6)} tokens`;
  const isOfNode = key.includes(".") || key.includes(":");
  if (!key.endsWith("Units") && !isOfNode) return text;
  const tokenAddress = details.tokenAddress ?? subject.split("/").at(-1);
  const token = findToken(chains, { chainId, tokenAddress: String(tokenAddress) as Hex })?.token;
  return token === undefined
    ? text
    : `${formatUnits(BigInt(text), token.decimals)} ${token.symbol} (${text} units)`;
}
