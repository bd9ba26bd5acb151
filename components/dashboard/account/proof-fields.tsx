import { accountWords } from "../messages/account";
import { InputField } from "../ui/form/field";

const words = accountWords.proof;

/** The password of an account that is known already. */
export function CurrentPasswordField() {
  return (
    <InputField
      name="password"
      label={words.password}
      type="password"
      required
      autoComplete="current-password"
      autoFocus
    />
  );
}

/** A code of the second factor, or a recovery code. */
export function FactorCodeField() {
  return (
    <InputField
      name="code"
      label={words.code}
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      autoFocus
      className="field-compact tabular-nums"
    />
  );
}
