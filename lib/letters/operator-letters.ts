import type { Chain } from "@/lib/chain/chains.rules";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import { explainedIncidents, incidentAdvice } from "@/lib/platform/incidents/incident-words";
import { incidentAdviceRows, incidentFactRows } from "./incident-facts";
import { describeTime, inert, paragraphs } from "./letter-text";
import type { Letter } from "./mail.store";
import type { IncidentPatience, UnsentIncident } from "./mail-facts.port";

export const incidentPatience: IncidentPatience = Object.fromEntries(
  Object.entries(explainedIncidents).map(([kind, { patienceMs }]) => [kind, patienceMs]),
);

/**
 * One e-mail per incident, with the facts and commands of `npm run incidents`. It shows only details of refused sweeps:
 * others can name nodes, and nodes' URLs can contain keys.
 */
export function incidentLetter(incident: UnsentIncident, chains: readonly Chain[]): Letter {
  const { kind, chainId, checkoutId, subject, incidentId, createdAt } = incident;
  const { title } = explainedIncidents[kind];
  const name = chains.find((chain) => chain.chainId === chainId)?.name;
  const where = chainId === null ? "" : ` on ${name === undefined ? `chain ${chainId}` : inert(name)}`;
  const known = { incident: { id: incidentId, kind, chainId }, facts: incident.facts, chains };
  const line = (label: string, value: string) =>
    `${label.charAt(0).toUpperCase()}${label.slice(1)}: ${value}`;
  const facts = [
    `Kind: ${kind}`,
    ...incidentFactRows(known).map(([label, value]) => line(label, inert(value, 160))),
    ...(kind === "OUT_OF_GAS" && chainId !== null
      ? [`Coin: ${inert(nativeCurrencyOf(chains, chainId).symbol)}`]
      : []),
    ...(incident.facts.checkout === null ? [`About: ${inert(checkoutId ?? subject, 160)}`] : []),
    ...refusedSweeps(incident),
    `Since: ${describeTime(createdAt)}`,
    `Incident: ${incidentId}`,
    ...incidentAdviceRows(known).map(([label, value]) => line(label, value)),
  ];
  return {
    dedupeKey: incident.dedupeKey,
    kind: kind === "OUT_OF_GAS" ? "operator.gas_low" : "operator.incident",
    projectId: null,
    recipient: incident.recipient,
    subject: `Stablecoin Checkout: ${title}${where}`,
    body: paragraphs(incidentAdvice(incident), facts.join("\n"), "All open incidents: npm run incidents"),
  };
}

function refusedSweeps({ kind, details }: UnsentIncident): string[] {
  if (kind !== "TOKEN_PAUSED" && kind !== "ACCOUNT_BLACKLISTED" && kind !== "SWEEP_REFUSED") return [];
  const { reason, token, tokenAddress, account, deposits } = details;
  return [
    `Reason: ${reason}`,
    `Token: ${inert(`${token ?? ""} ${tokenAddress}`.trim(), 160)}`,
    ...(account ? [`Account: ${account}`] : []),
    `Deposits waiting: ${deposits}`,
  ];
}
