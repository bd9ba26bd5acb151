"use client";

import { useState } from "react";
import { strayWords } from "@/components/dashboard/messages/settlements";
import { ClaimLink } from "@/components/dashboard/refunds/refund-parts";
import { Link } from "@/components/dashboard/ui/link";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { refundWords } from "../messages/refunds";
import { ActionForm } from "../ui/form/action-form";
import { ConfirmProjectAction, Dialog } from "../ui/form/dialog";
import { InputField } from "../ui/form/field";
import { HexField } from "../ui/form/typed-fields";
import { Notice } from "../ui/notice";
import type { CallNetwork } from "./call-panel";
import { SignSweep } from "./sign-sweep";

const words = strayWords.acts;

type Stray = { checkoutId: string; chainId: number; tokenAddress: Hex };

export type StrayActsProps = {
  projectId: string;
  checkoutId: string;
  chainId: number;
  /** Null for the native coin, which can only be swept. */
  tokenAddress: Hex | null;
  /** As the list shows it. */
  amount: string;
  can: { return: boolean; count: boolean; sweep: boolean };
  /** Why no action is possible now. */
  reason: string | null;
  refundId: string | null;
  /** The service does not send this sweep: a wallet signs it. */
  signedBy: CallNetwork | null;
};

/** The actions for one stray. They stay in the row, so that a claim link outlives the refreshed list. */
export function StrayActs(props: StrayActsProps) {
  const { projectId, checkoutId, chainId, tokenAddress, can, reason, refundId, signedBy } = props;
  const stray = tokenAddress === null ? null : { checkoutId, chainId, tokenAddress };
  return (
    <div className="flex flex-wrap items-center gap-2 max-md:justify-end">
      {refundId !== null ? (
        <Link href={`/dashboard/projects/${projectId}/refunds/${refundId}`} className="text-link">
          {words.openRefund}
        </Link>
      ) : (
        reason !== null && <span className="text-muted">{reason}</span>
      )}
      {stray !== null && <ReturnStray {...props} stray={stray} />}
      {stray !== null && can.count && <CountStray {...props} stray={stray} />}
      {can.sweep &&
        (stray !== null && signedBy === null ? (
          <SweepStray {...props} stray={stray} />
        ) : (
          signedBy !== null && (
            <SignSweep
              projectId={projectId}
              checkoutId={checkoutId}
              chainId={chainId}
              tokenAddress={tokenAddress}
              network={signedBy}
            />
          )
        ))}
    </div>
  );
}

type ActProps = StrayActsProps & { stray: Stray };

type Returned = { refundId: string; claimUrl: string | null };

function ReturnStray({ projectId, stray, amount, can }: ActProps) {
  const state = useProjectAction(projectId, "returnStray");
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<Returned | null>(null);
  const begin = () => {
    setDone(null);
    state.reset();
    setOpen(true);
  };
  return (
    <>
      {can.return && (
        <button type="button" onClick={begin} className="button-compact button-secondary">
          {words.return}
        </button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={fill(words.returnTitle, { amount })}>
        {done === null ? (
          <ActionForm
            state={state}
            submit={words.returnConfirm}
            onDone={(returned: Returned) => setDone(returned)}
            toInput={(data) => ({
              ...stray,
              ...optional("destinationAddress", data),
              ...optional("reason", data),
            })}
          >
            <p className="text-muted text-sm">{words.returnText}</p>
            <HexField
              name="destinationAddress"
              label={refundWords.form.destination}
              note={refundWords.form.optional}
              hint={refundWords.form.destinationHint}
              required={false}
            />
            <InputField
              name="reason"
              label={refundWords.form.reason}
              note={refundWords.form.optional}
              maxLength={500}
              autoComplete="off"
            />
          </ActionForm>
        ) : (
          <div className="flex flex-col gap-4" role="status">
            <Notice kind="ok">{fill(refundWords.form.done, { amount })}</Notice>
            {done.claimUrl !== null && <ClaimLink url={done.claimUrl} />}
            <Link
              href={`/dashboard/projects/${projectId}/refunds/${done.refundId}`}
              className="button-compact button-secondary self-end"
            >
              {refundWords.form.show}
            </Link>
          </div>
        )}
      </Dialog>
    </>
  );
}

function CountStray({ projectId, stray, amount }: ActProps) {
  return (
    <ConfirmProjectAction
      projectId={projectId}
      action="countStray"
      label={words.count}
      title={fill(words.countTitle, { amount })}
      description={words.countText}
      confirm={words.countConfirm}
      input={stray}
    />
  );
}

function SweepStray({ projectId, stray, amount }: ActProps) {
  return (
    <ConfirmProjectAction
      projectId={projectId}
      action="sweepStray"
      label={words.sweep}
      title={fill(words.sweepTitle, { amount })}
      description={words.sweepText}
      confirm={words.sweepConfirm}
      input={stray}
    />
  );
}

function optional(name: string, data: FormData): Record<string, string> {
  const value = data.get(name);
  const text = typeof value === "string" ? value.trim() : "";
  return text === "" ? {} : { [name]: text };
}
