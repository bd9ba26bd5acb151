"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { checkoutWords } from "../../messages/checkouts";
import { newCheckoutWords as words } from "../../messages/new-checkout";
import { Card } from "../../ui/card";
import { ActionForm } from "../../ui/form/action-form";
import { Field } from "../../ui/form/field";
import { HandOver } from "./hand-over";
import { PriceFields, readFilled } from "./price-fields";

/** A network on which the project is paid. */
type PayableChain = {
  chainId: number;
  name: string;
  tokens: readonly { address: string; symbol: string }[];
};

type Props = {
  projectId: string;
  payable: readonly PayableChain[];
  /** ISO 4217 codes. */
  currencies: readonly string[];
};

/** Makes a checkout, and then shows what to hand over. */
export function NewCheckoutForm({ projectId, payable, currencies }: Props) {
  const state = useProjectAction(projectId, "createCheckout");
  const [made, setMade] = useState<{ checkoutId: string; url: string } | null>(null);
  if (made !== null) return <Made projectId={projectId} {...made} onAnother={() => setMade(null)} />;
  return (
    <Card>
      <ActionForm state={state} toInput={toInput} onDone={setMade} submit={words.submit}>
        <PriceFields currencies={currencies} />
        <Text name="itemName" label={words.item} hint={words.itemHint} maxLength={200} />
        <details className="rounded-xl border border-line">
          <summary className="min-h-10 px-4 py-2 text-sm">{words.more}</summary>
          <div className="flex flex-col gap-4 border-line border-t px-4 py-4">
            <Text name="itemDescription" label={words.itemDescription} maxLength={2000} />
            <Text name="referenceId" label={words.reference} hint={words.referenceHint} maxLength={200} />
            <TokenChoice payable={payable} />
            <Field name="expiryMinutes" label={words.expiry} hint={words.expiryHint} note={words.optional}>
              {(control) => <input {...control} type="number" min={1} step={1} className="field-compact" />}
            </Field>
            <Text name="successUrl" label={words.successUrl} hint={words.successUrlHint} maxLength={2048} />
          </div>
        </details>
      </ActionForm>
    </Card>
  );
}

function toInput(data: FormData) {
  const { token, expiryMinutes, ...input } = readFilled(data);
  const [chainId, tokenAddress] = token?.split(":") ?? [];
  return {
    ...input,
    ...(expiryMinutes === undefined ? {} : { expiryMinutes: Number(expiryMinutes) }),
    ...(chainId === undefined ? {} : { chainId: Number(chainId) }),
    ...(tokenAddress === undefined ? {} : { tokenAddress }),
  };
}

function Text({
  name,
  label,
  hint,
  maxLength,
}: {
  name: string;
  label: string;
  hint?: string;
  maxLength: number;
}) {
  return (
    <Field name={name} label={label} note={words.optional} {...(hint === undefined ? {} : { hint })}>
      {(control) => <input {...control} maxLength={maxLength} autoComplete="off" className="field-compact" />}
    </Field>
  );
}

function TokenChoice({ payable }: Pick<Props, "payable">) {
  return (
    <Field name="token" label={words.token} note={words.optional}>
      {(control) => (
        <select {...control} defaultValue="" className="field-compact">
          <option value="">{words.tokenAny}</option>
          {payable.map(({ chainId, name, tokens }) => (
            <optgroup key={chainId} label={name}>
              <option value={`${chainId}`}>{words.networkOnly(name)}</option>
              {tokens.map(({ address, symbol }) => (
                <option key={address} value={`${chainId}:${address}`}>
                  {symbol}
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  );
}

function Made({
  projectId,
  checkoutId,
  url,
  onAnother,
}: {
  projectId: string;
  checkoutId: string;
  url: string;
  onAnother: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} role="status" className="outline-none">
      <Card title={words.ready}>
        <div className="flex flex-col gap-4">
          <HandOver url={url} />
          <div className="flex flex-wrap justify-end gap-2">
            <button type="button" onClick={onAnother} className="button-compact button-secondary">
              {words.another}
            </button>
            <Link
              href={`/dashboard/projects/${projectId}/checkouts/${checkoutId}`}
              className="button-compact button-primary"
            >
              {checkoutWords.follow}
            </Link>
          </div>
        </div>
      </Card>
    </div>
  );
}
