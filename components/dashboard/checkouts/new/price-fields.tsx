"use client";

import { useState } from "react";
import { amountPricedDecimals } from "@/lib/platform/money.rules";
import { newCheckoutWords as words } from "../../messages/new-checkout";
import { readTokenAmount } from "../../refunds/refund-token";
import { Field } from "../../ui/form/field";

/**
 * The price, in money or in tokens.
 *
 * @param currencies ISO 4217 codes
 */
export function PriceFields({ currencies }: { currencies: readonly string[] }) {
  const [unit, setUnit] = useState<"fiat" | "tokens">("fiat");
  return (
    <>
      <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm">
        <legend className="mb-1 font-medium">{words.priced}</legend>
        {(["fiat", "tokens"] as const).map((value) => (
          <label key={value} className="flex min-h-6 items-center gap-2">
            <input
              type="radio"
              name="unit"
              value={value}
              checked={unit === value}
              onChange={() => setUnit(value)}
              className="size-4"
            />
            {value === "fiat" ? words.pricedFiat : words.pricedTokens}
          </label>
        ))}
      </fieldset>
      {unit === "fiat" ? (
        <div className="grid gap-4 sm:grid-cols-2">
          <Field name="fiatAmount" label={words.fiatAmount} hint={words.fiatHint}>
            {(control) => (
              <input
                {...control}
                required
                inputMode="decimal"
                autoComplete="off"
                maxLength={20}
                className="field-compact"
              />
            )}
          </Field>
          <Field name="fiatCurrency" label={words.currency}>
            {(control) => (
              <select {...control} className="field-compact">
                {currencies.map((code) => (
                  <option key={code}>{code}</option>
                ))}
              </select>
            )}
          </Field>
        </div>
      ) : (
        <Field name="amount" label={words.amount} hint={words.amountHint}>
          {(control) => (
            <input
              {...control}
              required
              inputMode="decimal"
              autoComplete="off"
              maxLength={40}
              className="field-compact"
            />
          )}
        </Field>
      )}
    </>
  );
}

/** What was filled in, as the actions take it; what is left empty is left out. */
export function readFilled(data: FormData): Record<string, string> {
  const filled: Record<string, string> = {};
  for (const [name, value] of data)
    if (typeof value === "string" && value.trim() !== "") filled[name] = value.trim();
  const { unit: _unit, ...input } = filled;
  // What is no amount goes as it is: the server says so at its field.
  if (input.amount !== undefined)
    input.amount = readTokenAmount(input.amount, amountPricedDecimals)?.toString() ?? input.amount;
  return input;
}
