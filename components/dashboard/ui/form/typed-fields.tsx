import type { ComponentProps } from "react";
import { Field } from "./field";

type Props = Omit<ComponentProps<typeof Field>, "children">;

/** An address, a hash or a signature. */
export function HexField({
  required = true,
  onChange,
  ...field
}: Props & { required?: boolean; onChange?: () => void }) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="text"
          required={required}
          onChange={onChange}
          spellCheck={false}
          autoComplete="off"
          dir="ltr"
          placeholder="0x…"
          className="field-compact font-mono"
        />
      )}
    </Field>
  );
}

/** An amount in whole tokens, such as "2.50". */
export function TokensField({ value, ...field }: Props & { value: string }) {
  return (
    <Field {...field}>
      {(control) => (
        <input
          {...control}
          type="text"
          inputMode="decimal"
          required
          autoComplete="off"
          defaultValue={value}
          className="field-compact max-w-48 tabular-nums"
        />
      )}
    </Field>
  );
}
