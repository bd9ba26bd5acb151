import { ruleReachesBackTo } from "@/lib/checkouts/state/acceptance.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { RateService } from "@/lib/rates/get-rates";
import { type AcceptPaymentDeps, acceptPayment, movedNow, ratesFor } from "./accept-payment";
import type { LateCandidate, LateRuleStore } from "./late-rule.store";

type ByRuleParts = AcceptPaymentDeps & {
  rates: RateService;
  lateRules: LateRuleStore;
};

const perRead = 100;

/**
 * Accepts the late payments that their project's rule accepts: in full and final, arrived since the rule was set, at a
 * price that rose by no more than the rule allows. Every condition is checked again under the checkout's lock. The audit
 * log names the rule. Without a rate, or outside the rule, the payment waits for a person.
 */
export async function acceptLateByRule(deps: ByRuleParts): Promise<void> {
  let after = "";
  const since = ruleReachesBackTo(deps.clock.now());
  for (;;) {
    const found = await deps.lateRules.candidates(since, after, perRead);
    const rates = await ratesFor(deps, found);
    for (const candidate of found) {
      const movedBps = movedNow(deps.chains, rates, candidate);
      if (movedBps !== null) await acceptOne(deps, candidate, movedBps);
    }
    const last = found.at(-1);
    if (last === undefined || found.length < perRead) return;
    after = last.checkoutId;
  }
}

/** Does nothing when the rule doesn't accept it, or a person decided meanwhile. */
async function acceptOne(
  deps: ByRuleParts,
  { projectId, checkoutId, totalPaidUnits }: LateCandidate,
  movedBps: number,
): Promise<void> {
  try {
    await acceptPayment(deps, { projectId, userId: null, movedBps }, checkoutId, totalPaidUnits);
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
  }
}
