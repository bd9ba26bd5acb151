import type { PeopleStore } from "@/lib/accounts/people.store";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { removeSecondFactor } from "./remove-second-factor";
import type { SecondFactorDeps } from "./second-factor-deps";

export type RemoveLostFactorDeps = Pick<SecondFactorDeps, "clock" | "secondFactors"> & {
  people: Pick<PeopleStore, "findByEmail">;
};

/**
 * The operator turns off the second factor of somebody who lost both the device and the recovery codes. It stands in
 * that person's activity as the operator's act.
 *
 * @throws CheckoutError NOT_FOUND without such an account, CONFLICT when it has no second factor
 */
export async function removeLostFactor(deps: RemoveLostFactorDeps, email: string): Promise<void> {
  const person = await deps.people.findByEmail(email.trim().toLowerCase());
  if (person === null || person.isDisabled)
    throw new CheckoutError("NOT_FOUND", "There is no account with this e-mail address that may sign in.");
  if (!person.hasSecondFactor) throw new CheckoutError("CONFLICT", "This account has no second factor.");
  await removeSecondFactor(deps, person.userId, { by: "operator" });
}
