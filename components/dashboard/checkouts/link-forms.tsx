"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import {
  fiatField,
  HandOver,
  LimitField,
  PriceFields,
  readFilled,
  tokenField,
} from "@/components/dashboard/checkouts/new-checkout-form";
import { newCheckoutWords, linkWords as words } from "@/components/dashboard/messages/checkouts";
import { ActionForm } from "@/components/dashboard/ui/form/action-form";
import { Dialog, DialogForm } from "@/components/dashboard/ui/form/dialog";
import { Field, InputField } from "@/components/dashboard/ui/form/field";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";

const openerId = "new-link";

/** Creates a payment link, and then shows it. */
export function CreateLink({ projectId, ...fields }: { projectId: string } & FieldsProps) {
  const state = useProjectAction(projectId, "createLink");
  const [open, setOpen] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const close = () => {
    setOpen(false);
    setUrl(null);
    state.reset();
  };
  return (
    <>
      <button
        id={openerId}
        type="button"
        onClick={() => setOpen(true)}
        className="button-compact button-primary"
      >
        <Plus className="size-4" aria-hidden="true" />
        {words.create}
      </button>
      <Dialog open={open} onClose={close} title={url === null ? words.createTitle : words.ready}>
        {url === null ? (
          <ActionForm
            state={state}
            toInput={readLink}
            onDone={(made: { url: string }) => setUrl(made.url)}
            submit={words.submit}
          >
            <LinkFields {...fields} />
          </ActionForm>
        ) : (
          <div role="status" className="flex flex-col gap-4">
            <HandOver url={url} isNew />
            <button type="button" onClick={close} className="button-compact button-secondary self-end">
              {words.done}
            </button>
          </div>
        )}
      </Dialog>
    </>
  );
}

function readLink(data: FormData) {
  const { singlePayment, openAmount, stock, ...filled } = readFilled(data);
  return {
    ...filled,
    ...(singlePayment !== undefined && { singlePayment: true }),
    ...(openAmount !== undefined && { openAmount: true }),
    ...(stock !== undefined && { stock: Number(stock) }),
  };
}

/** Changes a link's terms. */
export function EditLink({ projectId, link }: { projectId: string; link: EditedLink }) {
  const state = useProjectAction(projectId, "changeLink");
  const { linkId, fiatAmount, fiatCurrency, amount, singlePayment } = link;
  return (
    <DialogForm
      opener={{ label: words.edit }}
      state={state}
      title={words.editTitle}
      description={words.editHint}
      toInput={(data) => ({ linkId, ...readLink(data) })}
      submit={words.save}
    >
      <ItemField defaultValue={link.itemName} />
      {fiatAmount !== null && (
        <InputField
          {...fiatField}
          label={`${newCheckoutWords.fiatAmount} (${fiatCurrency})`}
          defaultValue={fiatAmount}
        />
      )}
      {fiatAmount === null && fiatCurrency !== null && (
        <LimitField currency={fiatCurrency} defaultValue={link.maxFiatAmount ?? ""} />
      )}
      {amount !== null && (
        <InputField
          {...tokenField}
          label={newCheckoutWords.amount}
          hint={newCheckoutWords.amountHint}
          defaultValue={amount}
        />
      )}
      <TermFields defaults={link} hasStock={!singlePayment} />
    </DialogForm>
  );
}

/** Opens the same dialog from an empty list, which would unmount a dialog of its own. */
export function OpenCreateLink() {
  return (
    <button
      type="button"
      onClick={() => document.getElementById(openerId)?.click()}
      className="button-compact button-secondary"
    >
      {words.createFirst}
    </button>
  );
}

type FieldsProps = {
  /** Origin of customers' pages. */
  origin: string;
  /** ISO 4217 codes. */
  currencies: readonly string[];
};

function LinkFields({ origin, currencies }: FieldsProps) {
  const { optional } = newCheckoutWords;
  return (
    <>
      <ItemField />
      <PriceFields currencies={currencies} mayBeOpen />
      <label className="flex items-start gap-3 text-sm">
        <input type="checkbox" name="singlePayment" value="yes" className="mt-0.5 size-4 accent-accent" />
        <span>
          {words.single}
          <span className="caption block">{words.singleHint}</span>
        </span>
      </label>
      <details className="rounded-xl border border-line">
        <summary className="min-h-10 px-4 py-2 text-sm">{newCheckoutWords.more}</summary>
        <div className="flex flex-col gap-4 border-line border-t px-4 py-4">
          <Field name="slug" label={words.slug} hint={words.slugHint} note={optional}>
            {(control) => (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
                <span dir="ltr" className="wrap-anywhere text-muted">{`${origin}/l/`}</span>
                <input
                  {...control}
                  maxLength={64}
                  autoComplete="off"
                  spellCheck={false}
                  className="field-compact min-w-40 flex-1"
                />
              </span>
            )}
          </Field>
          <TermFields hasStock />
        </div>
      </details>
    </>
  );
}

type Terms = Readonly<Record<"itemDescription" | "stock" | "lastDay" | "successUrl", string>>;

/** Texts as they stand in the fields. */
export type EditedLink = Terms & {
  linkId: string;
  itemName: string;
  fiatAmount: string | null;
  fiatCurrency: string | null;
  /** In tokens. */
  amount: string | null;
  maxFiatAmount: string | null;
  singlePayment: boolean;
};

function ItemField({ defaultValue }: { defaultValue?: string }) {
  return (
    <InputField
      name="itemName"
      label={newCheckoutWords.item}
      hint={newCheckoutWords.itemHint}
      defaultValue={defaultValue}
      required
      maxLength={200}
      autoComplete="off"
    />
  );
}

/** What is optional, and can be changed later. */
function TermFields({ defaults, hasStock }: { defaults?: Terms; hasStock: boolean }) {
  const text = (name: keyof Terms) => ({
    name,
    defaultValue: defaults?.[name],
    note: newCheckoutWords.optional,
    autoComplete: "off",
  });
  return (
    <>
      <InputField {...text("itemDescription")} label={newCheckoutWords.itemDescription} maxLength={2000} />
      {hasStock && (
        <InputField
          {...text("stock")}
          type="number"
          min={1}
          max={100_000}
          label={words.stock}
          hint={words.stockHint}
          className="field-compact max-w-48"
        />
      )}
      <InputField
        {...text("lastDay")}
        type="date"
        label={words.lastDay}
        hint={words.lastDayHint}
        className="field-compact max-w-48"
      />
      <InputField
        {...text("successUrl")}
        label={newCheckoutWords.successUrl}
        hint={newCheckoutWords.successUrlHint}
        maxLength={2048}
      />
    </>
  );
}
