import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { formatCoins, nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import { type IncidentFacts, incidentAdviceRows, incidentFactRows } from "@/lib/letters/incident-facts";
import type { OpenIncident } from "@/lib/platform/incidents/incident-store.port";
import { explainedIncidents } from "@/lib/platform/incidents/incident-words";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";

type Known = { incident: OpenIncident; facts: IncidentFacts; chains: readonly Chain[] };

/** An incident with everything that its page asks for: what it is about, what to look up, and the commands to run. */
export function incidentLines(known: Known): string[] {
  const { incident, facts } = known;
  const { id, kind, createdAt, lastSeenAt } = incident;
  const line = (label: string, value: string): string => `    ${label.padEnd(13)}${value}`;
  return [
    `${id}  ${kind}  ${explainedIncidents[kind].title}`,
    ...incidentFactRows(known).map(([label, value]) => line(label, value)),
    ...Object.entries(incident.details).flatMap(([key, value]) =>
      hasNoLine(key, facts) ? [line("", `${inWords(key)}: ${valueInWords(known, key, value)}`)] : [],
    ),
    line("since", `${createdAt.toISOString()}, last seen ${lastSeenAt.toISOString()}`),
    ...incidentAdviceRows(known).map(([label, value]) => line(label, value)),
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
