import { type FormEventHandler, useId } from "react";

export type RequestProps = {
  checkoutId: string;
  /** The address sent without scripts was refused. */
  isRefused: boolean;
  /** Without an address, the request leads nowhere: the shop gave no contact of its own, or only an address is missing. */
  isContactNeeded: boolean;
  /** An address was left before, but perhaps by somebody else: the form unfolds. */
  isFolded: boolean;
  words: {
    email: string;
    emailHint: string;
    emailShape: string;
    request: string;
    requesting: string;
    failed: string;
    /** After another address was left. */
    added: string;
  };
};

type Props = RequestProps & {
  fault: string;
  problem?: string;
  busy?: boolean;
  onSubmit?: FormEventHandler<HTMLFormElement>;
};

/** The form as the server draws it, and as the browser's code takes it over. */
export function RequestForm(props: Props) {
  if (!props.isFolded) return <Form {...props} />;
  return (
    <details className="mt-2" open={props.isRefused}>
      <summary className="text-link min-h-11 w-fit cursor-pointer text-sm">{props.words.request}</summary>
      <Form {...props} />
    </details>
  );
}

function Form({
  checkoutId,
  isRefused,
  isContactNeeded,
  words,
  fault,
  problem = "",
  busy = false,
  onSubmit,
}: Props) {
  const id = useId();
  return (
    <form
      action={`/api/c/${checkoutId}/request-excess`}
      method="post"
      noValidate
      onSubmit={onSubmit}
      className="mt-4 grid justify-items-start gap-3"
    >
      <div className="w-full">
        <label htmlFor={id} className="caption">
          {words.email}
        </label>
        <input
          id={id}
          name="contact"
          type="email"
          required={isContactNeeded}
          maxLength={254}
          autoComplete="email"
          aria-invalid={fault === "" ? undefined : true}
          aria-describedby={`${id}-fault ${id}-hint`}
          // biome-ignore lint/a11y/noAutofocus: the address has to be corrected.
          autoFocus={isRefused}
          className="field mt-1"
        />
        <p id={`${id}-fault`} role="alert" className="mt-1 text-bad empty:hidden">
          {fault}
        </p>
        <p id={`${id}-hint`} className="caption mt-1">
          {words.emailHint}
        </p>
      </div>
      <button type="submit" disabled={busy} className="button button-secondary">
        {busy ? words.requesting : words.request}
      </button>
      <p role="alert" className="text-bad empty:hidden">
        {problem}
      </p>
    </form>
  );
}
