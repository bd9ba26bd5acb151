"use client";

import type { ComponentProps, FormEvent } from "react";
import { FormState } from "./field";
import { focusFirstFault, useFieldFaults } from "./field-faults";

/** A form that the browser submits once its fields are right. Without scripts, the server answers with what is wrong. */
export function CheckedForm({ children, ...form }: Omit<ComponentProps<"form">, "onSubmit" | "noValidate">) {
  const { check, faults } = useFieldFaults();
  const hold = (event: FormEvent<HTMLFormElement>) => {
    if (check(event.currentTarget)) return;
    event.preventDefault();
    focusFirstFault(event.currentTarget);
  };
  return (
    <form {...form} noValidate onSubmit={hold}>
      <FormState value={{ pending: false, faults }}>{children}</FormState>
    </form>
  );
}
