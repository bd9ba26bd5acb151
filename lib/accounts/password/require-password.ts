import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { longestPassword, type PasswordFault, passwordFault, shortestPassword } from "./password.rules";

const faults: Readonly<Record<PasswordFault, Fault>> = {
  too_short: fault("accounts.passwordTooShort", { least: shortestPassword }),
  too_long: fault("accounts.passwordTooLong", { most: longestPassword }),
  email: fault("accounts.passwordIsEmail"),
  common: fault("accounts.passwordCommon"),
};

/** @throws CheckoutError VALIDATION_ERROR that says why the password may not be chosen */
export function requireGoodPassword(password: string, email: string, param = "password"): void {
  const found = passwordFault(password, email);
  if (found !== null) throw new CheckoutError("VALIDATION_ERROR", faults[found], { param });
}
