"use client";

import { X } from "lucide-react";
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { shellWords } from "@/components/dashboard/messages/shell";
import type { OutputOf, SentInputOf } from "@/lib/accounts/account.schema";
import type { AccountActions, ProjectActions } from "@/lib/api/dashboard/action-list";
import { useAccountAction, useProjectAction } from "@/lib/browser/dashboard/use-action";
import { ActionForm } from "./action-form";

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** Closes only by its own buttons: its content would be lost. */
  insistent?: boolean;
  children: ReactNode;
};

const firstField = "input:not([type=hidden],[hidden]), select, textarea";

/** A modal dialog. The browser keeps the focus inside, and restores it on close. */
export function Dialog({ open, onClose, title, description, insistent = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    if (open && !element.open) {
      element.showModal();
      // The browser would focus the close button first.
      element.querySelector<HTMLElement>(firstField)?.focus();
    }
    if (!open && element.open) element.close();
  }, [open]);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={(event) => insistent && event.preventDefault()}
      className="m-auto w-[calc(100vw-2rem)] max-w-lg rounded-2xl border border-line bg-card p-0 text-start text-ink backdrop:bg-scrim"
    >
      {open && (
        <div className="flex flex-col gap-4 px-5 py-4">
          <div className="flex items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 id={id} className="wrap-anywhere font-semibold text-base">
                {title}
              </h2>
              {description !== undefined && <p className="caption wrap-anywhere mt-1">{description}</p>}
            </div>
            {!insistent && (
              <button
                type="button"
                onClick={() => dialog.current?.close()}
                aria-label={shellWords.close}
                className="button-compact button-quiet -me-2 -mt-1.5 size-9 shrink-0 px-0"
              >
                <X className="size-4" aria-hidden="true" />
              </button>
            )}
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}

const variants = {
  primary: "button-compact button-primary",
  secondary: "button-compact button-secondary",
  danger: "button-compact button-danger",
  quiet: "button-compact button-quiet",
  link: "text-link text-sm",
} as const;

export type Opener = {
  label: ReactNode;
  /** The accessible name of an icon. */
  ariaLabel?: string | undefined;
  variant?: keyof typeof variants | undefined;
};

type Form<Output> = ComponentProps<typeof ActionForm<Output>>;

type DialogFormProps<Output> = Omit<Form<Output>, "beside" | "state"> & {
  /** The button that opens it. */
  opener: Opener;
  state: Form<Output>["state"] & { reset(): void };
  title: string;
  description?: ReactNode;
  /** Above the form: an alternative. */
  above?: (close: () => void) => ReactNode;
};

/** A button that opens a dialog with a form. */
export function DialogForm<Output>(props: DialogFormProps<Output>) {
  const { opener, state, title, description, above, onDone, ...form } = props;
  const { label, ariaLabel, variant = "secondary" } = opener;
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const show = () => {
    state.reset();
    setOpen(true);
  };
  return (
    <>
      <button type="button" aria-label={ariaLabel} onClick={show} className={variants[variant]}>
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

type ConfirmProps<Output> = Pick<ComponentProps<typeof DialogForm<Output>>, "title" | "state" | "onDone"> &
  Opener & {
    description: ReactNode;
    confirm: string;
    input: unknown;
  };

/** A button that asks for confirmation. */
export function ConfirmAction<Output>(props: ConfirmProps<Output>) {
  const { label, ariaLabel, variant, description, confirm, input, ...form } = props;
  return (
    <DialogForm
      {...form}
      opener={{ label, ariaLabel, variant }}
      toInput={() => input}
      submit={confirm}
      danger={variant === "danger"}
    >
      <div className="text-muted text-sm">{description}</div>
    </DialogForm>
  );
}

type Kept<Output> = Omit<ConfirmProps<Output>, "state" | "input">;

/** The same for a member's action in a project; also for server components. */
export function ConfirmProjectAction<Name extends keyof ProjectActions & string>({
  projectId,
  action,
  ...confirm
}: Kept<OutputOf<ProjectActions[Name]>> & {
  projectId: string;
  action: Name;
  input: SentInputOf<ProjectActions[Name]>;
}) {
  return <ConfirmAction {...confirm} state={useProjectAction(projectId, action)} />;
}

/** The same for a person's action on their own account. */
export function ConfirmAccountAction<Name extends keyof AccountActions & string>({
  action,
  ...confirm
}: Kept<OutputOf<AccountActions[Name]>> & { action: Name; input: SentInputOf<AccountActions[Name]> }) {
  return <ConfirmAction {...confirm} state={useAccountAction(action)} />;
}
