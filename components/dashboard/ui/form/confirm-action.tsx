"use client";

import type { ComponentProps, ReactNode } from "react";
import { DialogForm, type Opener } from "./dialog";

type Props<Output> = Pick<ComponentProps<typeof DialogForm<Output>>, "title" | "state" | "onDone"> &
  Opener & {
    description: ReactNode;
    confirm: string;
    input: unknown;
  };

/** A button that asks for confirmation. */
export function ConfirmAction<Output>(props: Props<Output>) {
  const { label, ariaLabel, look, description, confirm, input, ...form } = props;
  return (
    <DialogForm
      {...form}
      opener={{ label, ariaLabel, look }}
      toInput={() => input}
      submit={confirm}
      danger={look === "danger"}
    >
      <div className="text-muted text-sm">{description}</div>
    </DialogForm>
  );
}
