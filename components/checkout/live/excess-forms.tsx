"use client";

import { useRouter } from "next/navigation";
import { type ComponentProps, type FormEvent, type ReactNode, useState, useTransition } from "react";
import type { SignExcessProps } from "@/components/checkout/wallet/sign-excess-panel";
import { requestExcess } from "@/lib/browser/checkout-api";
import { onDemand } from "@/lib/browser/on-demand";
import { useMessages } from "../messages-provider";
import { RequestForm, type RequestProps } from "./request-form";

type ExcessProps = {
  request: RequestProps;
  /** The request's form as the server draws it, until this code is there. */
  plain: ReactNode;
  /** Null while the money is not final. */
  sign: ComponentProps<typeof SignExcess> | null;
};

export default function ExcessForms({ request, sign }: ExcessProps) {
  return (
    <>
      {/* Its fields begin anew once it takes an address alone. */}
      <RequestExcess key={request.words.request} {...request} />
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

/** Requests money back; a form, so that it works without scripts too. */
function RequestExcess({ checkoutId, isRefused, isContactNeeded, isFolded, words }: RequestProps) {
  const router = useRouter();
  const [fault, setFault] = useState(isRefused ? words.emailShape : "");
  const [problem, setProblem] = useState("");
  const [asking, setAsking] = useState(false);
  const [wasAdded, setAdded] = useState(false);
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
    if (!field.validity.valid) return refuse();
    setAsking(true);
    const answer = await requestExcess(checkoutId, contact === "" ? {} : { contact });
    setAsking(false);
    // The merchant may have been faster: then the page shows the refund.
    if (answer.ok || answer.error.code === "CHECKOUT_NOT_REFUNDABLE") {
      setAdded(isFolded);
      startRedraw(() => router.refresh());
    } else if (answer.error.code === "VALIDATION_ERROR") refuse();
    else setProblem(words.failed);
  };

  if (wasAdded)
    return (
      <p role="status" className="caption mt-2">
        {words.added}
      </p>
    );
  return (
    <RequestForm
      checkoutId={checkoutId}
      isRefused={isRefused}
      isContactNeeded={isContactNeeded}
      isFolded={isFolded}
      words={words}
      fault={fault}
      problem={problem}
      busy={busy}
      onSubmit={(event) => void request(event)}
    />
  );
}
