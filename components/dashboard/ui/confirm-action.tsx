"use client";

import { type ReactNode, useState } from "react";
import { shellWords } from "../messages/shell";
import { ActionForm } from "./action-form";
import { Dialog } from "./dialog";

type Props<Output> = {
  /** What opens it. */
  label: ReactNode;
  /** For who does not see an icon alone. */
  ariaLabel?: string;
  look?: "secondary" | "primary" | "danger" | "quiet";
  title: string;
  description: ReactNode;
  confirm: string;
  state: Parameters<typeof ActionForm<Output>>[0]["state"];
  input: unknown;
  onDone?: (output: Output) => void;
};

const looks = {
  primary: "button-primary",
  secondary: "button-secondary",
  danger: "button-danger",
  quiet: "button-quiet",
} as const;

/** A button for what is better thought about once more. */
export function ConfirmAction<Output>(props: Props<Output>) {
  const { label, ariaLabel, look = "secondary", title, description, confirm, state, input, onDone } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label={ariaLabel}
        onClick={() => setOpen(true)}
        className={`button-compact ${looks[look]}`}
      >
        {label}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title}>
        <ActionForm
          state={state}
          toInput={() => input}
          onDone={(output: Output) => {
            setOpen(false);
            onDone?.(output);
          }}
          submit={confirm}
          danger={look === "danger"}
          beside={
            <button type="button" onClick={() => setOpen(false)} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
        >
          <div className="text-muted text-sm">{description}</div>
        </ActionForm>
      </Dialog>
    </>
  );
}
