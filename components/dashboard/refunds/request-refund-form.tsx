"use client";

import { useRef, useState } from "react";
import { refundTitle, refundWords } from "@/components/dashboard/messages/refunds";
import type { CallNetwork } from "@/components/dashboard/money/call-panel";
import { ActionForm } from "@/components/dashboard/ui/form/action-form";
import { HexField, InputField, SelectField } from "@/components/dashboard/ui/form/field";
import { Notice } from "@/components/dashboard/ui/notice";
import type { OutputOf } from "@/lib/accounts/account.schema";
import type { ProjectActions } from "@/lib/api/dashboard/action-list";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { type RefundStatus, type RefundType, refundTypes } from "@/lib/checkouts/refund-facts.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { shortHex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { displayTokenAmount, type RefundToken, readTokenAmount } from "./refund-parts";
import { HoldSheet, type Purchase, RefundResult, RefundSheet } from "./refund-result";

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
  /** The wallet that paid and proved itself by a signature, with its checksum; null without one. */
  payer: string | null;
  purchase: Purchase;
  /** E-mail addresses to which the customer's link can be sent. */
  contacts: readonly string[];
  /** For the wallet that signs; null before the checkout has a network. */
  network: CallNetwork | null;
  /** Of this checkout, with their present statuses. */
  refunds: readonly { refundId: string; status: RefundStatus; txHash: string | null }[];
};

/** Requests a refund. What is left to do replaces the form: the wallet's signature, or the claim link, shown once. */
export function RequestRefundForm(props: RequestRefundProps) {
  const {
    projectId,
    checkoutId,
    token,
    available,
    excess,
    from,
    payer,
    purchase,
    contacts,
    network,
    refunds,
  } = props;
  const state = useProjectAction(projectId, "requestRefund");
  const [done, setDone] = useState<(OutputOf<ProjectActions["requestRefund"]> & { amount: string }) | null>(
    null,
  );
  const types = refundTypes.filter((type) => type !== "OVERPAYMENT" || excess !== "0");
  const [refundType, setRefundType] = useState(
    types.find((type) => type === props.refundType) ?? "CUSTOMER_REQUEST",
  );
  const amount = useRef<HTMLInputElement>(null);
  const mostOf = (type: RefundType) => BigInt(type === "OVERPAYMENT" ? excess : available);
  const most = mostOf(refundType);
  const whole = formatUnits(most, token.decimals);
  const [typed, setTyped] = useState(whole);
  // Left empty, it is everything that is left.
  const requestedUnits = typed.trim() === "" ? most : readTokenAmount(typed, token.decimals);

  if (done !== null)
    return (
      <RefundResult
        projectId={projectId}
        requested={done}
        refund={refunds.find(({ refundId }) => refundId === done.refundId)}
        amount={done.amount}
        purchase={purchase}
        contacts={contacts}
        network={network}
      />
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
          ? fill(words.notAnAmount, { example: formatUnits(most, token.decimals) })
          : units > most
            ? fill(words.tooMuch, { amount: displayTokenAmount(most, token) })
            : "";
    field.setCustomValidity(fault);
  };

  return (
    <ActionForm
      state={state}
      submit={
        requestedUnits === null
          ? words.submit
          : fill(words.submitAmount, { amount: displayTokenAmount(requestedUnits, token) })
      }
      onDone={(requested: OutputOf<ProjectActions["requestRefund"]>) =>
        setDone({ ...requested, amount: displayTokenAmount(requestedUnits ?? most, token) })
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
      <HoldSheet isPending={state.pending} />
      {from !== null && <Notice>{words.from[from]}</Notice>}
      <InputField
        name="amount"
        label={words.amount}
        note={`${token.symbol} · ${token.networkName}`}
        hint={fill(words.max, { amount: displayTokenAmount(most, token) })}
        ref={amount}
        inputMode="decimal"
        autoComplete="off"
        maxLength={90}
        defaultValue={whole}
        // A part is typed over it.
        onFocus={({ currentTarget }) => currentTarget.select()}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          judge(refundType);
        }}
      />
      <HexField
        name="destinationAddress"
        label={words.destination}
        note={words.optional}
        hint={
          payer === null ? words.destinationHint : fill(words.destinationProven, { address: shortHex(payer) })
        }
        required={false}
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

type Props = RequestRefundProps & { label?: string; variant?: "primary" | "secondary" };

/** The form in a sheet, or on its own page without scripts; nothing when nothing is refundable. */
export function RequestRefundButton({ label, variant = "secondary", ...form }: Props) {
  return (
    <RefundSheet
      {...form}
      label={label ?? words.button}
      variant={variant}
      title={refundTitle(form.refundType)}
    >
      <RequestRefundForm {...form} />
    </RefundSheet>
  );
}
