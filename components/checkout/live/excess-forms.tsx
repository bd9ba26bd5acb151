"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, type FormEvent, useId, useState, useTransition } from "react";
import type { SignExcessProps } from "@/components/checkout/wallet/sign-excess-panel";
import { requestExcess } from "@/lib/browser/checkout-api";
import { onDemand } from "@/lib/browser/on-demand";
import { useMessages } from "../messages-provider";

type ExcessProps = {
  /** Null once it was requested. */
  request: ComponentProps<typeof RequestExcess> | null;
  /** Null while the money is not final. */
  sign: ComponentProps<typeof SignExcess> | null;
};

export default function ExcessForms({ request, sign }: ExcessProps) {
  return (
    <>
      {request !== null && <RequestExcess {...request} />}
      {sign !== null && <SignExcess {...sign} />}
    </>
  );
}

// Wallet code is several times the page's size: it is loaded on click.
const SignExcessPanel = onDemand(
  () => import("../wallet/sign-excess-panel"),
  () => (
    <p role="status" className="caption mt-4">
      {useMessages().walletLoading}
    </p>
  ),
);

/** Lets the wallet that paid sign the request, so that the merchant needs no claim link. */
function SignExcess(props: SignExcessProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="text-link scripted mt-2 min-h-11 text-sm"
      >
        {props.words.open}
      </button>
    );
  return <SignExcessPanel {...props} />;
}

type RequestProps = {
  checkoutId: string;
  /** The address sent without scripts was refused. */
  isRefused: boolean;
  words: {
    email: string;
    emailHint: string;
    emailShape: string;
    request: string;
    requesting: string;
    failed: string;
  };
};

/** Requests money back; a form, so that it works without scripts too. */
function RequestExcess({ checkoutId, isRefused, words }: RequestProps) {
  const id = useId();
  const router = useRouter();
  const [fault, setFault] = useState(isRefused ? words.emailShape : "");
  const [problem, setProblem] = useState("");
  const [asking, setAsking] = useState(false);
  const [redrawing, startRedraw] = useTransition();
  const busy = asking || redrawing;

  const request = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const field = event.currentTarget.elements.namedItem("contact") as HTMLInputElement;
    const refuse = () => {
      setFault(words.emailShape);
      field.focus();
    };
    const contact = field.value;
    setFault("");
    setProblem("");
    if (field.validity.typeMismatch) return refuse();
    setAsking(true);
    const answer = await requestExcess(checkoutId, contact === "" ? {} : { contact });
    setAsking(false);
    // The merchant may have been faster: then the page shows the refund.
    if (answer.ok || answer.error.code === "CHECKOUT_NOT_REFUNDABLE") startRedraw(() => router.refresh());
    else if (answer.error.code === "VALIDATION_ERROR") refuse();
    else setProblem(words.failed);
  };

  return (
    <form
      action={`/api/c/${checkoutId}/request-excess`}
      method="post"
      noValidate
      onSubmit={(event) => void request(event)}
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
