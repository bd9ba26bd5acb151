"use client";

import { Ban, Check, ExternalLink, Link2, PenLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { errorText } from "@/components/dashboard/messages/shell";
import { Facts } from "@/components/dashboard/ui/card";
import { CopyButton } from "@/components/dashboard/ui/copy-button";
import { ConfirmProjectAction, DialogForm } from "@/components/dashboard/ui/form/dialog";
import { HexField } from "@/components/dashboard/ui/form/field";
import { Problem } from "@/components/dashboard/ui/notice";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { keepSigningToken, signingToken } from "@/lib/browser/sent-refund";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { MailClaim } from "./mail-claim";
import { ClaimLink } from "./refund-parts";

/** For a payment from a wallet outside this page. */
function HandInHash({ projectId, refundId }: { projectId: string; refundId: string }) {
  const words = refundWords.handIn;
  return (
    <div>
      <DialogForm
        opener={{ label: words.label, variant: "link" }}
        state={useProjectAction(projectId, "handInRefundHash")}
        title={words.title}
        description={words.text}
        toInput={(data) => ({ refundId, txHash: `${data.get("txHash") ?? ""}`.trim() })}
        submit={words.confirm}
      >
        <HexField name="txHash" label={words.field} />
      </DialogForm>
    </div>
  );
}

type Props = {
  projectId: string;
  refundId: string;
  status: RefundStatus;
  /** "4.50 USDC" */
  amount: string;
  /** An owner approves exactly this address. */
  destinationAddress: Hex | null;
  facts: readonly { label: string; value: ReactNode }[];
  /** E-mail addresses to which the link can be sent. */
  contacts: readonly string[];
  may: { approve: boolean; cancel: boolean; request: boolean; sign: boolean };
};

/** A member's choices for a refund, by whom it waits for. */
export function RefundActions(props: Props) {
  const { projectId, refundId, status, amount, destinationAddress, facts, contacts, may } = props;
  const { approve: approveWords, cancel: cancelWords } = refundWords;
  const isUnnamed =
    status === "AWAITING_ADDRESS" || (status === "AWAITING_APPROVAL" && destinationAddress === null);
  const isCancellable = status === "PENDING" || status.startsWith("AWAITING_");
  return (
    <div className="flex flex-col gap-4">
      {status === "AWAITING_SIGNATURE" && may.sign && (
        <SignRefund projectId={projectId} refundId={refundId} />
      )}
      {status === "AWAITING_APPROVAL" && (destinationAddress === null || !may.approve) && (
        <p className="caption">
          {destinationAddress === null ? approveWords.unnamed : approveWords.onlyOwner}
        </p>
      )}
      {isUnnamed && may.request && (
        <MailClaim projectId={projectId} refundId={refundId} contacts={contacts} />
      )}
      {isUnnamed && may.request && <Reissue projectId={projectId} refundId={refundId} />}
      <div className="flex flex-wrap gap-2">
        {status === "AWAITING_APPROVAL" && destinationAddress !== null && may.approve && (
          <ConfirmProjectAction
            projectId={projectId}
            action="approveRefund"
            label={
              <>
                <Check className="size-4" aria-hidden="true" />
                {approveWords.label}
              </>
            }
            variant="primary"
            title={approveWords.title}
            description={
              <>
                <p className="mb-4">{fill(approveWords.text, { amount })}</p>
                <Facts facts={facts} />
              </>
            }
            confirm={approveWords.confirm}
            input={{ refundId, destinationAddress }}
          />
        )}
        {isCancellable && may.cancel && (
          <ConfirmProjectAction
            projectId={projectId}
            action="cancelRefund"
            label={
              <>
                <Ban className="size-4" aria-hidden="true" />
                {cancelWords.label}
              </>
            }
            variant="danger"
            title={cancelWords.title}
            description={cancelWords.text}
            confirm={cancelWords.confirm}
            input={{ refundId }}
          />
        )}
      </div>
    </div>
  );
}

function Reissue({ projectId, refundId }: { projectId: string; refundId: string }) {
  const words = refundWords.claim;
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      {url !== null && (
        <div role="status">
          <ClaimLink url={url} />
        </div>
      )}
      <div>
        <ConfirmProjectAction
          projectId={projectId}
          action="reissueClaim"
          label={
            <>
              <Link2 className="size-4" aria-hidden="true" />
              {words.label}
            </>
          }
          title={words.title}
          description={words.text}
          confirm={words.confirm}
          input={{ refundId }}
          onDone={({ claimUrl }: { claimUrl: string }) => setUrl(claimUrl)}
        />
      </div>
    </>
  );
}

/** Links to the signing page, which is made and tested for this. */
function SignRefund({ projectId, refundId }: { projectId: string; refundId: string }) {
  const words = refundWords.sign;
  const { act, pending, error } = useProjectAction(projectId, "issueSignLink");
  const [url, setUrl] = useState<string | null>(null);
  const make = async () => {
    const made = await act({ refundId, token: signingToken(refundId) });
    if (made !== null && made !== undefined) keepSigningToken(refundId, made.signUrl.split("/").at(-1) ?? "");
    setUrl(made?.signUrl ?? null);
  };
  return (
    <div className="flex flex-col gap-3">
      <Problem text={error && errorText(error)} />
      {url === null ? (
        <div>
          <button
            type="button"
            disabled={pending}
            onClick={() => void make()}
            className="button-compact button-primary"
          >
            <PenLine className="size-4" aria-hidden="true" />
            {words.label}
          </button>
          <p className="caption mt-2">{words.hint}</p>
        </div>
      ) : (
        <div role="status" className="flex flex-col gap-3">
          <p className="text-sm">{words.made}</p>
          <div className="flex flex-wrap gap-2">
            <a href={url} target="_blank" rel="noopener noreferrer" className="button-compact button-primary">
              <ExternalLink className="size-4" aria-hidden="true" />
              {words.open}
            </a>
            <CopyButton value={url} what={words.what} withLabel />
          </div>
        </div>
      )}
      <HandInHash projectId={projectId} refundId={refundId} />
    </div>
  );
}
