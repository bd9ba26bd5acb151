"use client";

import { useState } from "react";
import { refundTitle, refundWords } from "@/components/dashboard/messages/refunds";
import { moneyWords } from "@/components/dashboard/messages/settlements";
import { errorText, shellWords } from "@/components/dashboard/messages/shell";
import { Facts } from "@/components/dashboard/ui/card";
import { WholeAddress } from "@/components/dashboard/ui/hex";
import { Notice, Problem } from "@/components/dashboard/ui/notice";
import type { OutputOf } from "@/lib/accounts/account.schema";
import type { ProjectActions } from "@/lib/api/dashboard/action-list";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";
import { shortHex } from "@/lib/platform/values/hex.rules";
import { displayTokenAmount } from "./refund-parts";
import { HoldSheet, RefundResult, RefundSheet } from "./refund-result";
import type { RequestRefundProps } from "./request-refund-form";

const words = refundWords.toPayer;

type Props = RequestRefundProps & { variant: "primary" | "secondary" };

/** The state when the sheet was opened: later nothing may be left, or another wallet may have paid. */
type Seen = { payer: string; units: string; amount: string; from: RequestRefundProps["from"] };

/** Refunds everything that is left, or the excess, to the wallet that proved itself; nothing without one. */
export function RefundToPayer({ variant, ...props }: Props) {
  const {
    projectId,
    checkoutId,
    payer,
    token,
    available,
    excess,
    from,
    purchase,
    contacts,
    network,
    refunds,
  } = props;
  const { refundType = "CUSTOMER_REQUEST" } = props;
  const { act, pending, error, reset } = useProjectAction(projectId, "requestRefund");
  const [done, setDone] = useState<OutputOf<ProjectActions["requestRefund"]> | null>(null);
  const [opened, setOpened] = useState<Seen | null>(null);
  const units = payer === null ? "0" : refundType === "OVERPAYMENT" ? excess : available;
  const amount = displayTokenAmount(BigInt(units), token);
  const seen = opened ?? (payer === null ? null : { payer, units, amount, from });
  if (seen === null) return null;

  const request = async () => {
    const requested = await act({ checkoutId, amount: seen.units, refundType, payer: seen.payer });
    if (requested !== null) setDone(requested);
  };
  const begin = () => {
    setDone(null);
    reset();
    setOpened(seen);
  };
  return (
    <RefundSheet
      {...props}
      available={units}
      label={fill(words.label, { amount: seen.amount, address: shortHex(seen.payer) })}
      variant={variant}
      title={refundTitle(refundType)}
      onOpen={begin}
      onClose={() => setOpened(null)}
    >
      <HoldSheet isPending={pending} />
      {done === null ? (
        <>
          {seen.from !== null && <Notice>{refundWords.form.from[seen.from]}</Notice>}
          <Facts
            facts={[
              { label: refundWords.form.amount, value: seen.amount },
              {
                label: words.wallet,
                value: <WholeAddress value={seen.payer} what={moneyWords.address} />,
              },
            ]}
          />
          <Problem text={error && errorText(error)} />
          <div className="flex justify-end">
            <button
              type="button"
              disabled={pending}
              onClick={() => void request()}
              className="button-compact button-primary"
            >
              {pending ? shellWords.working : fill(refundWords.form.submitAmount, { amount: seen.amount })}
            </button>
          </div>
        </>
      ) : (
        <RefundResult
          projectId={projectId}
          requested={done}
          refund={refunds.find(({ refundId }) => refundId === done.refundId)}
          amount={seen.amount}
          purchase={purchase}
          contacts={contacts}
          network={network}
        />
      )}
    </RefundSheet>
  );
}
