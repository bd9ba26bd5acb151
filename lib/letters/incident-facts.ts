import type { Chain } from "@/lib/chain/chains.rules";
import { formatCoins, nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import type { IncidentKind } from "@/lib/platform/incidents/incident-store.port";

/** What an operator needs to know of an incident, besides its own details. */
export type IncidentFacts = {
  project: { id: string; name: string } | null;
  checkout: { id: string; status: string; referenceId: string | null; depositAddress: string } | null;
  refund: { id: string; status: string; destinationAddress: string | null } | null;
  /** The transactions to look up on a block explorer, newest first, each with what it is. */
  transactions: readonly { what: string; txHash: string }[];
  /** Gas that the wallet of the incident spent in the last seven days, in wei; null when it is about no wallet. */
  weekWei: bigint | null;
};

type Known = {
  incident: { id: string; kind: IncidentKind; chainId: number | null };
  facts: IncidentFacts;
  chains: readonly Chain[];
};

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

/** What an incident is about, besides its own details: for the terminal and the e-mail. Shops wrote some of the values. */
export function incidentFactRows({
  incident: { chainId },
  facts,
  chains,
}: Known): [label: string, value: string][] {
  const { project, checkout, refund, transactions, weekWei } = facts;
  const name = chains.find((chain) => chain.chainId === chainId)?.name;
  const row = (label: string, value: string | null): [string, string][] =>
    value === null ? [] : [[label, value]];
  return [
    ...row("chain", chainId === null ? null : `${name ?? "not enabled"} (${chainId})`),
    ...row("project", project && `${project.id}  ${project.name}`),
    ...row(
      "checkout",
      checkout &&
        `${checkout.id}  ${checkout.status}${checkout.referenceId === null ? "" : `  reference ${checkout.referenceId}`}`,
    ),
    ...row("address", checkout?.depositAddress ?? null),
    ...row(
      "refund",
      refund && `${refund.id}  ${refund.status}  to ${refund.destinationAddress ?? "no address yet"}`,
    ),
    ...transactions.flatMap(({ what, txHash }) => row("transaction", `${txHash}  ${what}`)),
    ...(weekWei === null || chainId === null
      ? []
      : row("spent", `${formatCoins(weekWei, nativeCurrencyOf(chains, chainId))} in 7 days`)),
  ];
}

/** The page of an incident, and its commands with their arguments. */
export function incidentAdviceRows(known: Known): [label: string, value: string][] {
  const { kind } = known.incident;
  return [
    ["read", `docs/incidents/${kind.toLowerCase().replaceAll("_", "-")}.md`],
    ...[...new Set(commands[kind].map((command) => command(known)))].map((command): [string, string] => [
      "run",
      command,
    ]),
  ];
}
