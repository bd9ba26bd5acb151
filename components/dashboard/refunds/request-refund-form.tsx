"use client";

import { Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { refundTitle, refundWords } from "@/components/dashboard/messages/refunds";
import { ActionForm } from "@/components/dashboard/ui/form/action-form";
import { Dialog } from "@/components/dashboard/ui/form/dialog";
import { InputField, SelectField } from "@/components/dashboard/ui/form/field";
import { HexField } from "@/components/dashboard/ui/form/typed-fields";
import { Link } from "@/components/dashboard/ui/link";
import { Notice } from "@/components/dashboard/ui/notice";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { type RefundType, refundTypes } from "@/lib/checkouts/refunds/refund.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { ClaimLink, type RefundToken, readTokenAmount, shownTokenAmount } from "./refund-parts";

const words = refundWords.form;

export type RequestRefundProps = {
  projectId: string;
  checkoutId: string;
  token: RefundToken;
  /** The refundable amount in smallest units: the final amount received, less completed and open refunds. */
  available: string;
  /** The part above the price, in smallest units: the limit of a refund of type OVERPAYMENT. */
  excess: string;
  /** Preselected. */
  refundType?: RefundType;
  /** Who pays: the service, or the merchant's wallet from either place; null when unknown. */
  from: "deposit" | "signature" | "wallet" | null;
};

/** Requests a refund. If the customer has to name an address, the claim link replaces the form once. */
export function RequestRefundForm(props: RequestRefundProps) {
  const { projectId, checkoutId, token, available, excess, from } = props;
  const state = useProjectAction(projectId, "requestRefund");
  const [done, setDone] = useState<{ refundId: string; claimUrl: string | null } | null>(null);
  const types = refundTypes.filter((type) => type !== "OVERPAYMENT" || excess !== "0");
  const [refundType, setRefundType] = useState(
    types.find((type) => type === props.refundType) ?? "CUSTOMER_REQUEST",
  );
  const amount = useRef<HTMLInputElement>(null);
  const mostOf = (type: RefundType) => BigInt(type === "OVERPAYMENT" ? excess : available);
  const most = mostOf(refundType);
  const whole = formatUnits(most, token.decimals);

  if (done !== null)
    return (
      <div className="flex flex-col gap-4" role="status">
        <Notice kind="ok">{words.done}</Notice>
        {done.claimUrl !== null && <ClaimLink url={done.claimUrl} />}
        <Link
          href={`/dashboard/projects/${projectId}/refunds/${done.refundId}`}
          className="button-compact button-secondary self-end"
        >
          {words.show}
        </Link>
      </div>
    );

  // After a refund from this form, which is shown above.
  if (available === "0") return <Notice>{words.nothing}</Notice>;

  /** Checks in the browser before sending; the server checks again. */
  const judge = (type: RefundType) => {
    const field = amount.current;
    if (field === null) return;
    const most = mostOf(type);
    const units = readTokenAmount(field.value, token.decimals);
    const fault =
      field.value.trim() === ""
        ? ""
        : units === null
          ? words.notAnAmount(formatUnits(most, token.decimals))
          : units > most
            ? words.tooMuch(shownTokenAmount(most, token))
            : "";
    field.setCustomValidity(fault);
  };

  return (
    <ActionForm
      state={state}
      submit={words.submit}
      onDone={({ refundId, claimUrl }: { refundId: string; claimUrl: string | null }) =>
        setDone({ refundId, claimUrl })
      }
      toInput={(data) => ({
        checkoutId,
        // Without an amount, the server refunds everything available, including the price.
        ...optional(
          "amount",
          unitsText(textOf(data, "amount"), token.decimals) || (refundType === "OVERPAYMENT" ? excess : ""),
        ),
        refundType: textOf(data, "refundType"),
        ...optional("reason", textOf(data, "reason")),
        ...optional("destinationAddress", textOf(data, "destinationAddress")),
      })}
    >
      {from !== null && <Notice>{words.from[from]}</Notice>}
      <InputField
        name="amount"
        label={words.amount}
        note={`${token.symbol} · ${token.networkName}`}
        hint={words.max(shownTokenAmount(most, token))}
        ref={amount}
        inputMode="decimal"
        autoComplete="off"
        maxLength={90}
        defaultValue={whole}
        onInput={() => judge(refundType)}
      />
      <SelectField
        name="refundType"
        label={words.type}
        value={refundType}
        onChange={({ target }) => {
          const type = types.find((each) => each === target.value) ?? "OTHER";
          setRefundType(type);
          judge(type);
        }}
      >
        {types.map((type) => (
          <option key={type} value={type}>
            {refundWords.types[type]}
          </option>
        ))}
      </SelectField>
      <InputField
        name="reason"
        label={words.reason}
        note={words.optional}
        hint={words.reasonHint}
        maxLength={500}
        autoComplete="off"
      />
      <HexField
        name="destinationAddress"
        label={words.destination}
        note={words.optional}
        hint={words.destinationHint}
        required={false}
      />
    </ActionForm>
  );
}

function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === "string" ? value.trim() : "";
}

/** Smallest units; invalid text is passed on, for the server to refuse. */
function unitsText(typed: string, decimals: number): string {
  return readTokenAmount(typed, decimals)?.toString() ?? typed;
}

function optional(name: string, text: string): Record<string, string> {
  return text === "" ? {} : { [name]: text };
}

type Props = RequestRefundProps & { label?: string; look?: "primary" | "secondary" };

/** The form behind a button; nothing when nothing is refundable. Stays for its result. */
export function RequestRefundButton({ label, look = "secondary", ...form }: Props) {
  const [open, setOpen] = useState(false);
  // After the last refund nothing is left, but the claim link must stay visible.
  if (!open && form.available === "0") return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={`button-compact button-${look}`}>
        <Undo2 className="size-4" aria-hidden="true" />
        {label ?? refundWords.form.button}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={refundTitle(form.refundType)}>
        <RequestRefundForm {...form} />
      </Dialog>
    </>
  );
}
