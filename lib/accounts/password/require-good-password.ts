import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { passwordFault, passwordFaultWords } from "./password.rules";

/** @throws CheckoutError VALIDATION_ERROR that says why the password may not be chosen */
export function requireGoodPassword(password: string, email: string, param = "password"): void {
  const fault = passwordFault(password, email);
  if (fault !== null) throw new CheckoutError("VALIDATION_ERROR", passwordFaultWords[fault], { param });
}
