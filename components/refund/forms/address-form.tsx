"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useTransition } from "react";
import { fill } from "@/components/checkout/fill";
import { useRefundMessages } from "../refund-messages-provider";

type Props = {
  token: string;
  values: { token: string; network: string };
  /** What was typed before. */
  typed: string;
  /** Why it cannot be taken; empty when nothing is wrong. */
  problem: string;
};

/** Asks for an address; the server reads it and shows it again to be confirmed. A plain form without scripts. */
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
      {/* Another address typed anew is another field: React keeps what a field holds. */}
      <input
        key={typed}
        id="address"
        name="address"
        required
        defaultValue={typed}
        placeholder={t.addressPlaceholder}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        aria-invalid={problem !== ""}
        aria-describedby="address-problem address-hint"
        className="field -mt-2 font-mono text-sm"
      />
      <p id="address-problem" role="alert" className="text-bad empty:hidden">
        {problem}
      </p>
      <p id="address-hint" className="caption">
        {fill(t.exchangeHint, values)}
      </p>
      <button type="submit" disabled={checking} className="button button-primary">
        {checking ? t.checking : t.check}
      </button>
    </form>
  );
}
