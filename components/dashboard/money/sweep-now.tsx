"use client";

import { ArrowUpFromLine } from "lucide-react";
import { useState } from "react";
import { counted, grouped } from "@/components/dashboard/messages/text";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";
import { settlementWords } from "../messages/settlements";
import { ActionForm } from "../ui/form/action-form";
import { Dialog } from "../ui/form/dialog";
import { Notice } from "../ui/notice";

const words = settlementWords.sweep;

type Answer = { opened: { deposits: number }[]; left: { reason: string; deposits: number }[] };

type Props = {
  projectId: string;
  what: { kind: "checkout"; checkoutId: string } | { kind: "chain"; chainId: number; networkName: string };
  /** Styled as the page's primary action. */
  primary?: boolean;
};

/** Sweeps what may leave, and shows what stays and why. */
export function SweepNow({ projectId, what, primary = false }: Props) {
  const state = useProjectAction(projectId, "sweepNow");
  const [open, setOpen] = useState(false);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const begin = () => {
    setAnswer(null);
    state.reset();
    setOpen(true);
  };
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        onClick={begin}
        className={`button-compact ${primary ? "button-primary" : "button-secondary"}`}
      >
        <ArrowUpFromLine className="size-4" aria-hidden="true" />
        {what.kind === "chain" ? fill(words.labelOn, { network: what.networkName }) : words.label}
      </button>
      <Dialog open={open} onClose={close} title={words.title}>
        {answer === null ? (
          <ActionForm
            state={state}
            toInput={() => (what.kind === "chain" ? { kind: what.kind, chainId: what.chainId } : { ...what })}
            onDone={(received: Answer) => setAnswer(received)}
            submit={words.confirm}
          >
            <p className="text-muted text-sm">
              {what.kind === "chain"
                ? fill(words.chainText, { network: what.networkName })
                : words.checkoutText}
            </p>
          </ActionForm>
        ) : (
          <SweepResult answer={answer} onClose={close} />
        )}
      </Dialog>
    </>
  );
}

function SweepResult({ answer: { opened, left }, onClose }: { answer: Answer; onClose: () => void }) {
  const count = opened.reduce((sum, { deposits }) => sum + deposits, 0);
  return (
    <div role="status" className="flex flex-col gap-3">
      <Notice kind={count > 0 ? "ok" : "info"}>
        {count > 0 ? counted(words.opened, count) : words.nothing}
      </Notice>
      {left.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 ps-5 text-muted text-sm">
          {left.map(({ reason, deposits }) => (
            <li key={reason}>
              {fill(words.left, { deposits: grouped(deposits), reason: reasonText(reason) })}
            </li>
          ))}
        </ul>
      )}
      <button type="button" onClick={onClose} className="button-compact button-secondary self-end">
        {words.close}
      </button>
    </div>
  );
}

function reasonText(reason: string): string {
  const { reasons } = settlementWords;
  return reason in reasons ? reasons[reason as keyof typeof reasons] : words.notAgreed;
}
