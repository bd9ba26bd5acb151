import type { ComponentProps } from "react";
import { InputField } from "./field";

/** An address, a hash or a signature. */
export function HexField(field: ComponentProps<typeof InputField>) {
  return (
    <InputField
      required
      spellCheck={false}
      autoComplete="off"
      dir="ltr"
      placeholder="0x…"
      className="field-compact font-mono"
      {...field}
    />
  );
}

/** An amount in whole tokens, such as "2.50". */
export function TokensField({ value, ...field }: ComponentProps<typeof InputField> & { value: string }) {
  return (
    <InputField
      {...field}
      inputMode="decimal"
      required
      autoComplete="off"
      defaultValue={value}
      className="field-compact max-w-48 tabular-nums"
    />
  );
}
