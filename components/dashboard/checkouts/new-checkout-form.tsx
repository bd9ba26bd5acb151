"use client";

import { ExternalLink } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { QrCode } from "@/components/checkout/pay/qr-code";
import { checkoutWords, newCheckoutWords as words } from "@/components/dashboard/messages/checkouts";
import { readTokenAmount } from "@/components/dashboard/refunds/refund-parts";
import { Card } from "@/components/dashboard/ui/card";
import { CopyButton } from "@/components/dashboard/ui/copy-button";
import { ActionForm } from "@/components/dashboard/ui/form/action-form";
import { InputField, SelectField } from "@/components/dashboard/ui/form/field";
import { Link } from "@/components/dashboard/ui/link";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";
import { amountPricedDecimals } from "@/lib/platform/values/money.rules";

/** The checkout's URL for the customer, to copy or scan. A new one is copied next. */
export function HandOver({ url, isNew = false }: { url: string; isNew?: boolean }) {
  return (
    <div className="flex flex-col items-center gap-4 sm:flex-row sm:items-start">
      <div className="w-48 shrink-0">
        <QrCode content={url} label={words.qr} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-3">
        <p className="text-muted text-sm">{words.readyHint}</p>
        <code
          dir="ltr"
          className="wrap-anywhere select-all rounded-xl border border-line bg-well px-4 py-3 font-mono text-sm"
        >
          {url}
        </code>
        <div className="flex flex-wrap gap-2">
          <CopyButton value={url} what={words.link} withLabel={isNew ? "primary" : true} />
          <a href={url} target="_blank" rel="noopener noreferrer" className="button-compact button-secondary">
            {words.open}
            <ExternalLink className="size-4" aria-hidden="true" />
          </a>
        </div>
      </div>
    </div>
  );
}

type PriceProps = {
  /** ISO 4217 codes. */
  currencies: readonly string[];
  /** The price may be left to the customer. */
  mayBeOpen?: boolean;
};

const units = { fiat: "pricedFiat", tokens: "pricedTokens", open: "pricedOpen" } as const;

/** The price, in money or in tokens. */
export function PriceFields({ currencies, mayBeOpen = false }: PriceProps) {
  const [unit, setUnit] = useState<keyof typeof units>("fiat");
  return (
    <>
      <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
        <legend className="mb-1 font-medium">{words.priced}</legend>
        {(["fiat", "tokens", ...(mayBeOpen ? (["open"] as const) : [])] as const).map((value) => (
          <label key={value} className="flex min-h-6 items-center gap-2">
            <input
              type="radio"
              name="unit"
              value={value}
              checked={unit === value}
              onChange={() => setUnit(value)}
              className="size-4"
            />
            {words[units[value]]}
          </label>
        ))}
      </fieldset>
      {unit !== "tokens" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          {unit === "fiat" ? (
            <InputField {...fiatField} label={words.fiatAmount} hint={words.fiatHint} />
          ) : (
            <input type="hidden" name="openAmount" value="yes" />
          )}
          <SelectField name="fiatCurrency" label={words.currency}>
            {currencies.map((code) => (
              <option key={code}>{code}</option>
            ))}
          </SelectField>
          {unit === "open" && <LimitField />}
        </div>
      ) : (
        <InputField {...tokenField} label={words.amount} hint={words.amountHint} />
      )}
    </>
  );
}

/** The most that a customer may choose. */
export function LimitField({ defaultValue, currency }: { defaultValue?: string; currency?: string }) {
  return (
    <InputField
      name="maxFiatAmount"
      label={currency === undefined ? words.limit : `${words.limit} (${currency})`}
      hint={words.limitHint}
      note={words.optional}
      defaultValue={defaultValue}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
    />
  );
}

const priceField = { required: true, inputMode: "decimal", autoComplete: "off" } as const;
export const fiatField = { ...priceField, name: "fiatAmount", maxLength: 20 } as const;
export const tokenField = { ...priceField, name: "amount", maxLength: 40 } as const;

/**
 * The form's values as the actions expect them; empty ones are left out.
 *
 * @param decimals of the token in which an amount is
 */
export function readFilled(data: FormData, decimals = amountPricedDecimals): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, value] of data)
    if (typeof value === "string" && value.trim() !== "") filled[name] = value.trim();
  const { unit: _unit, ...input } = filled;
  // An invalid amount is passed on: the server reports it at its field.
  if (input.amount !== undefined)
    input.amount = readTokenAmount(input.amount, decimals)?.toString() ?? input.amount;
  return input;
}

/** A network on which the project is paid. */
type PayableChain = {
  chainId: number;
  name: string;
  tokens: readonly { address: string; symbol: string; decimals: number }[];
};

type Props = {
  projectId: string;
  payable: readonly PayableChain[];
  /** ISO 4217 codes. */
  currencies: readonly string[];
};

/** Creates a checkout, and then shows its URL. */
export function NewCheckoutForm({ projectId, payable, currencies }: Props) {
  const state = useProjectAction(projectId, "createCheckout");
  const [made, setMade] = useState<{ checkoutId: string; url: string } | null>(null);
  if (made !== null) return <Made projectId={projectId} {...made} onAnother={() => setMade(null)} />;
  return (
    <Card>
      <ActionForm
        state={state}
        toInput={(data) => readNewCheckout(data, payable)}
        onDone={setMade}
        submit={words.submit}
      >
        <PriceFields currencies={currencies} />
        <Text name="itemName" label={words.item} hint={words.itemHint} maxLength={200} />
        <details className="rounded-xl border border-line">
          <summary className="min-h-10 px-4 py-2 text-sm">{words.more}</summary>
          <div className="flex flex-col gap-4 border-line border-t px-4 py-4">
            <Text name="itemDescription" label={words.itemDescription} maxLength={2000} />
            <Text name="referenceId" label={words.reference} hint={words.referenceHint} maxLength={200} />
            <TokenChoice payable={payable} />
            <InputField
              name="expiryMinutes"
              label={words.expiry}
              hint={words.expiryHint}
              note={words.optional}
              type="number"
              min={1}
              step={1}
            />
            <Text name="successUrl" label={words.successUrl} hint={words.successUrlHint} maxLength={2048} />
          </div>
        </details>
      </ActionForm>
    </Card>
  );
}

/** The body of a new checkout. A chosen token has its own decimals. */
export function readNewCheckout(data: FormData, payable: readonly PayableChain[]) {
  const [chainId, tokenAddress] = String(data.get("token") ?? "").split(":");
  const chosen = payable
    .find((chain) => `${chain.chainId}` === chainId)
    ?.tokens.find(({ address }) => address === tokenAddress);
  const { token: _, expiryMinutes, ...input } = readFilled(data, chosen?.decimals);
  return {
    ...input,
    ...(expiryMinutes === undefined ? {} : { expiryMinutes: Number(expiryMinutes) }),
    ...(chainId === "" ? {} : { chainId: Number(chainId) }),
    ...(tokenAddress === undefined ? {} : { tokenAddress }),
  };
}

function Text(field: ComponentProps<typeof InputField>) {
  return <InputField {...field} note={words.optional} autoComplete="off" />;
}

function TokenChoice({ payable }: { payable: Props["payable"] }) {
  return (
    <SelectField name="token" label={words.token} note={words.optional} defaultValue="">
      <option value="">{words.tokenAny}</option>
      {payable.map(({ chainId, name, tokens }) => (
        <optgroup key={chainId} label={name}>
          <option value={`${chainId}`}>{fill(words.networkOnly, { network: name })}</option>
          {tokens.map(({ address, symbol }) => (
            <option key={address} value={`${chainId}:${address}`}>
              {symbol}
            </option>
          ))}
        </optgroup>
      ))}
    </SelectField>
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
          <HandOver url={url} isNew />
          <div className="flex flex-wrap justify-end gap-2">
            <button type="button" onClick={onAnother} className="button-compact button-secondary">
              {words.another}
            </button>
            <Link
              href={`/dashboard/projects/${projectId}/checkouts/${checkoutId}`}
              className="button-compact button-secondary"
            >
              {checkoutWords.follow}
            </Link>
          </div>
        </div>
      </Card>
    </div>
  );
}
