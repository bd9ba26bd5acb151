"use client";

import { type ComponentProps, type ReactNode, useState } from "react";
import { shellWords } from "../../messages/shell";
import { ActionForm } from "./action-form";
import { Dialog } from "./dialog";

const looks = {
  primary: "button-compact button-primary",
  secondary: "button-compact button-secondary",
  danger: "button-compact button-danger",
  quiet: "button-compact button-quiet",
  link: "text-link text-sm",
} as const;

export type Opener = {
  label: ReactNode;
  /** For who does not see an icon alone. */
  ariaLabel?: string | undefined;
  look?: keyof typeof looks | undefined;
};

type Form<Output> = ComponentProps<typeof ActionForm<Output>>;

type Props<Output> = Omit<Form<Output>, "beside" | "state"> & {
  /** The button that opens it. */
  opener: Opener;
  state: Form<Output>["state"] & { reset(): void };
  title: string;
  description?: ReactNode;
  /** Above the form: another way to do the same. */
  above?: (close: () => void) => ReactNode;
};

/** A button, and the dialog behind it in which something is filled in and done. */
export function DialogForm<Output>(props: Props<Output>) {
  const { opener, state, title, description, above, onDone, ...form } = props;
  const { label, ariaLabel, look = "secondary" } = opener;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const show = () => {
    state.reset();
    setOpen(true);
  };
  return (
    <>
      <button type="button" aria-label={ariaLabel} onClick={show} className={looks[look]}>
        {label}
      </button>
      <Dialog open={open} onClose={close} title={title} description={description}>
        {above?.(close)}
        <ActionForm
          {...form}
          state={state}
          onDone={(output: Output) => {
            close();
            onDone?.(output);
          }}
          beside={
            <button type="button" onClick={close} className="button-compact button-secondary">
              {shellWords.cancel}
            </button>
          }
        />
      </Dialog>
    </>
  );
}
