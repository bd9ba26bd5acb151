"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type KeyboardEvent, useTransition } from "react";
import { fill } from "@/components/checkout/text/fill";
import { Problem } from "../problem";
import { useRefundMessages } from "../refund-messages-provider";

type Props = {
  token: string;
  values: { token: string; network: string };
  /** The text typed before. */
  typed: string;
  /** Why it was refused; empty without a problem. */
  problem: string;
};

/** Asks for an address; the server validates it and shows it for confirmation. A plain form without scripts. */
export function AddressForm({ token, values, typed, problem }: Props) {
  const t = useRefundMessages();
  const router = useRouter();
  const [checking, startChecking] = useTransition();
  const path = `/r/${token}`;

  const check = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const named = String(new FormData(event.currentTarget).get("address") ?? "").trim();
    startChecking(() => router.push(`${path}?address=${encodeURIComponent(named)}`));
  };

  return (
    <form action={path} method="get" onSubmit={check} noValidate className="mt-4 grid gap-3">
      <label htmlFor="address" className="caption">
        {fill(t.addressLabel, values)}
      </label>
      {/* Two lines, so that a phone shows the whole address. Keyed by the typed address, because React keeps a
          field's value. */}
      <textarea
        key={typed}
        id="address"
        name="address"
        required
        rows={2}
        onKeyDown={submitOnEnter}
        defaultValue={typed}
        placeholder={t.addressPlaceholder}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== ""}
        aria-describedby="address-problem address-hint"
        className="field -mt-2 md:h-12 resize-none break-all py-3 font-mono aria-[invalid=true]:border-bad"
      />
      <Problem id="address-problem" text={problem} />
      <p id="address-hint" className="caption">
        {fill(t.exchangeHint, values)}
      </p>
      {/* Secondary when a wallet was connected. */}
      <button
        type="submit"
        disabled={checking}
        className="button button-primary group-has-[[data-wallet]]/ways:bg-card group-has-[[data-wallet]]/ways:text-ink group-has-[[data-wallet]]/ways:ring-1 group-has-[[data-wallet]]/ways:ring-line-strong group-has-[[data-wallet]]/ways:ring-inset group-has-[[data-wallet]]/ways:hover:bg-well"
      >
        {checking ? t.checking : t.check}
      </button>
    </form>
  );
}

/** Enter submits, since an address has one line. */
function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
