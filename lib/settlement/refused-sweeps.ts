import { findToken } from "@/lib/chain/chains.rules";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { RefusedDeposits, SweepRefusal } from "@/lib/chain/sender/sweep-refusals.store";
import type { Hex } from "@/lib/platform/hex.rules";
import type { Incident, IncidentKind } from "@/lib/platform/incidents/incident-store.port";
import type { SettleDeps } from "./settle-deps";

const kindOf = {
  PAUSED: "TOKEN_PAUSED",
  BLACKLISTED: "ACCOUNT_BLACKLISTED",
  OTHER: "SWEEP_REFUSED",
} as const satisfies Record<SweepRefusal["reason"], IncidentKind>;
const kinds = Object.values(kindOf);

/** Enough for every token and account of a chain; what is left over is closed by the next look. */
const incidentsLimit = 500;

/**
 * Asks tokens that refused sweeps whether they still do: a pause or blacklisting that is lifted must not cost the rest of
 * an hour's wait.
 *
 * @throws ChainUnavailable
 */
export async function releaseWhatMoves(deps: SettleDeps, sender: ChainSender): Promise<void> {
  const { chainId } = sender;
  const refused = await deps.settlements.refused(chainId, deps.clock.now());
  for (const token of new Set(refused.map(({ tokenAddress }) => tokenAddress))) {
    const causes = refused.filter(({ tokenAddress }) => tokenAddress === token);
    const accounts = causes.flatMap(({ refusal }) => refusal.account ?? []);
    if (causes.every(({ refusal }) => refusal.reason === "OTHER")) continue;
    const { paused, blocked } = await sender.tokenBlocks(token, accounts);
    // While a token is paused it is not asked about accounts.
    if (paused) continue;
    for (const cause of causes)
      if (isLifted(cause.refusal, blocked)) await deps.settlements.release(chainId, cause);
  }
}

function isLifted({ reason, account }: SweepRefusal, blocked: readonly Hex[]): boolean {
  return reason === "PAUSED" || (reason === "BLACKLISTED" && !blocked.includes(account));
}

/** Opens an incident for each cause that holds up sweeps, with how many wait, and closes those whose cause is gone. */
export async function reportRefusals(deps: SettleDeps, chainId: number): Promise<void> {
  const now = deps.clock.now();
  const refused = await deps.settlements.refused(chainId, now);
  const standing = new Set<string>();
  for (const cause of refused) {
    const incident = incidentOf(deps, chainId, cause);
    standing.add(`${incident.kind} ${incident.subject}`);
    await deps.incidents.raise(incident, now);
  }
  for (const { kind, subject } of await deps.incidents.openOnChain(chainId, kinds, incidentsLimit))
    if (!standing.has(`${kind} ${subject}`)) await deps.incidents.resolve(kind, subject, now);
}

/** A pause concerns every merchant of the chain; anything else is told to the one whose checkout it names. */
function incidentOf(
  { chains }: SettleDeps,
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
      retryNow: "npm run admin -- sweep-now --project <id>",
    },
  };
}
