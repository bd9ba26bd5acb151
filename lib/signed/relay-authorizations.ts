import { findToken } from "@/lib/chain/chains.rules";
import {
  CallRefused,
  type ChainSender,
  type PreparedCall,
  type SignedAuthorization,
} from "@/lib/chain/sender/chain-sender.port";
import { noteRefusal, type SenderDeps, sendCall } from "@/lib/chain/sender/send-call";
import type { PublicCheckout } from "@/lib/checkouts/checkout.rules";
import type { GaslessLimits, RelayBudget } from "@/lib/checkouts/views/gasless-signing";
import type { Clock } from "@/lib/platform/clock";
import { briefMemory } from "@/lib/platform/time-limit";
import { dayMs, minuteMs, secondMs } from "@/lib/platform/values/time.rules";
import { gasFloorUnits, usdOf } from "@/lib/rates/gas-floor.rules";
import { fitsRelayBudget, type RelayUse } from "@/lib/signed/authorization.rules";
import type { SignedParts } from "./accept-authorization";
import { type Authorization, type AuthorizationFailure, stillPays } from "./authorization.rules";
import type { AuthorizationStore } from "./authorization.store";
import { stoppedBy } from "./authorization-refusals";

/** Submitted in one batch. */
const batchSize = 20;
/** An authorization that we could not send for this long fails, and the customer may pay another way. */
const patienceMs = minuteMs;
/** With less time left, a block may come too late. */
const leastTimeMs = 30_000;

/** What they are sent with. */
export type RelayParts = SenderDeps &
  SignedParts & {
    /** The operator's wallet on the chain. */
    sender: (chainId: number) => ChainSender;
  };

/**
 * Submits the chain's accepted authorizations, each in a transaction of the operator, simulated just before signing.
 * One that can no longer pay is FAILED; one that may pay later is retried for a minute.
 *
 * @returns how many were sent, and how many still wait
 * @throws ChainUnavailable when no node answers, after all were tried
 */
export async function relayAuthorizations(
  deps: RelayParts,
  chainId: number,
): Promise<{ sent: number; waiting: number }> {
  let sent = 0;
  let waiting = 0;
  const failures: unknown[] = [];
  for (const authorization of await deps.authorizations.pending(chainId, batchSize)) {
    try {
      const outcome = await relay(deps, authorization);
      if (outcome === "sent") sent += 1;
      if (outcome === "waits") waiting += 1;
    } catch (error) {
      // An authorization that cannot be sent does not delay the others.
      waiting += 1;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return { sent, waiting };
}

type Outcome = "sent" | "waits" | "ended";

async function relay(deps: RelayParts, authorization: Authorization): Promise<Outcome> {
  const found = await deps.checkouts.findPublic(authorization.checkoutId);
  const blocker = found === null ? "CHECKOUT_CHANGED" : blockerOf(authorization, found, deps.clock.now());
  if (found === null || blocker !== null) return fail(deps, authorization, blocker ?? "CHECKOUT_CHANGED");
  const { checkout } = found;
  const signed: SignedAuthorization = { ...authorization, to: checkout.depositAddress };
  const call = await prepare(deps, authorization, signed);
  if (typeof call === "string") return call === "waits" ? "waits" : fail(deps, authorization, call);
  const result = await sendCall(deps, {
    sender: deps.sender(authorization.chainId),
    owner: {
      purpose: "RELAY",
      authorizationId: authorization.id,
      totalPaidUnits: checkout.totalPaidUnits,
    },
    projectId: checkout.projectId,
    call,
  });
  // Taken by another worker, or its checkout changed: the next pass decides.
  return result === "sent" ? "sent" : "waits";
}

function blockerOf(
  authorization: Authorization,
  { checkout }: PublicCheckout,
  now: Date,
): AuthorizationFailure | null {
  if (!stillPays(authorization, checkout)) return "CHECKOUT_CHANGED";
  // Money that comes after the checkout's own time would be late, although the token may still accept it.
  const endsAt = Math.min(Number(authorization.validBefore) * 1_000, checkout.expiresAt.getTime());
  if (endsAt - now.getTime() < leastTimeMs) return "EXPIRED";
  return now.getTime() - authorization.createdAt.getTime() > patienceMs ? "NOT_SENT_IN_TIME" : null;
}

/** The call to sign, or the reason why there is none. */
async function prepare(
  deps: RelayParts,
  { chainId }: Authorization,
  signed: SignedAuthorization,
): Promise<PreparedCall | AuthorizationFailure | "waits"> {
  const sender = deps.sender(chainId);
  try {
    const call = await sender.prepareRelay(signed, deps.gasless.maxGasPerRelay);
    return (await isWorth(deps, chainId, signed, call)) ? call : "GAS_ABOVE_CAP";
  } catch (error) {
    if (!(error instanceof CallRefused)) throw error;
    deps.log.warn({ chainId, reason: error.reason, error }, "did not send a signed payment");
    await noteRefusal(deps, sender, error);
    if (error.reason !== "REVERTED") return "waits";
    return explain(deps, chainId, signed, error.message);
  }
}

/** Gas may have become dearer since the signature was accepted, or this call takes more than a usual one. */
async function isWorth(
  { chains, coinPrices, gasFloorMultiple }: RelayParts,
  chainId: number,
  { tokenAddress, amountUnits }: SignedAuthorization,
  { costNowWei }: PreparedCall,
): Promise<boolean> {
  const found = findToken(chains, { chainId, tokenAddress });
  if (found === null) return true;
  const { chain, token } = found;
  const coinUsd = await coinPrices(chain);
  const costUsd = coinUsd === null ? null : usdOf(costNowWei, coinUsd, chain.nativeCurrency.decimals);
  return amountUnits >= gasFloorUnits(costUsd, gasFloorMultiple, token);
}

/** The reason to show the customer for a call that would revert; it waits when the newest block shows none. */
async function explain(
  deps: RelayParts,
  chainId: number,
  signed: SignedAuthorization,
  message: string,
): Promise<AuthorizationFailure | "waits"> {
  const signing = await deps.tokenAuthorizations.signing({ chainId, tokenAddress: signed.tokenAddress });
  if (signing === null) return "TOKEN_REFUSES";
  const { used, balanceUnits, refusal, blocks } = await deps.tokenAuthorizations.inspect(
    chainId,
    signed,
    signing.domain,
  );
  // Anyone may submit it. If someone did, the payment arrives anyway.
  if (used) return "NONCE_USED";
  const stop = stoppedBy(blocks, signed.from);
  if (stop !== null) return stop;
  if (balanceUnits < signed.amountUnits) return "BALANCE_TOO_LOW";
  if (refusal !== null) return "TOKEN_REFUSES";
  return /gas cap/i.test(message) ? "GAS_ABOVE_CAP" : "waits";
}

async function fail(
  deps: RelayParts,
  { id, checkoutId }: Authorization,
  reason: AuthorizationFailure,
): Promise<Outcome> {
  if (await deps.authorizations.fail(id, reason, deps.clock.now()))
    deps.log.info({ checkoutId, authorizationId: id, reason }, "a signed payment failed");
  return "ended";
}

/** Every view of a checkout asks; the acceptance reads it anew under the project's lock. */
const keptMs = 10 * secondMs;

export function createRelayBudget({
  clock,
  authorizations,
  gasless,
}: {
  clock: Clock;
  authorizations: AuthorizationStore;
  gasless: GaslessLimits;
}): RelayBudget {
  const remember = briefMemory<RelayUse>(clock, keptMs);
  return async ({ projectId, createdVia }) => {
    const since = new Date(clock.now().getTime() - dayMs);
    const use = await remember(projectId, () => authorizations.relayUse(projectId, since));
    return fitsRelayBudget(use, gasless, createdVia);
  };
}
