"use client";

import { type ComponentProps, createContext, type ReactNode, use, useEffect, useId } from "react";

type Props = {
  /** Its name in the action's input; the server's errors for it appear below. */
  name: string;
  label: string;
  hint?: ReactNode;
  /** Shown beside the label, such as "optional". */
  note?: string | undefined;
  children: (control: {
    id: string;
    name: string;
    "aria-describedby"?: string;
    "aria-invalid"?: true;
  }) => ReactNode;
};

/** A form field: label, control, hint, and the server's error. */
export function Field({ name, label, hint, note, children }: Props) {
  const id = useId();
  const { faults, place } = use(FormState);
  const fault = faults.get(name);
  useEffect(() => place?.(name), [place, name]);
  const described = [fault === undefined ? null : `${id}-fault`, hint === undefined ? null : `${id}-hint`]
    .filter((each) => each !== null)
    .join(" ");
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 flex items-baseline justify-between gap-2 font-medium text-sm">
        {label}
        {note !== undefined && <span className="caption font-normal">{note}</span>}
      </label>
      {children({
        id,
        name,
        ...(described === "" ? {} : { "aria-describedby": described }),
        ...(fault === undefined ? {} : { "aria-invalid": true as const }),
      })}
      {fault !== undefined && (
        <p id={`${id}-fault`} className="mt-1 text-bad text-sm">
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="caption mt-1">
          {hint}
        </p>
      )}
    </div>
  );
}

type FormStateValue = {
  pending: boolean;
  faults: ReadonlyMap<string, string>;
  /** Registers a field that shows its own error. @returns unregisters it */
  place?: (name: string) => () => void;
};

/** Result of a form's last submission; fields read their own errors from it. */
export const FormState = createContext<FormStateValue>({
  pending: false,
  faults: new Map(),
});

type ControlProps<Tag extends "input" | "select"> = Omit<Props, "children"> &
  Omit<ComponentProps<Tag>, keyof Props | "id"> &
  Pick<ComponentProps<Tag>, "children">;

/** A field with one line of input. */
export function InputField({ name, label, hint, note, ...input }: ControlProps<"input">) {
  return (
    <Field name={name} label={label} hint={hint} note={note}>
      {(control) => <input className="field-compact" {...control} {...input} />}
    </Field>
  );
}

/** A field with a choice. */
export function SelectField({ name, label, hint, note, ...select }: ControlProps<"select">) {
  return (
    <Field name={name} label={label} hint={hint} note={note}>
      {(control) => <select className="field-compact" {...control} {...select} />}
    </Field>
  );
}

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
