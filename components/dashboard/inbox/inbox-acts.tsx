"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useState } from "react";
import { inboxWords as words } from "@/components/dashboard/messages/inbox";
import { refundStatusText, refundWords } from "@/components/dashboard/messages/refunds";
import { settlementWords } from "@/components/dashboard/messages/settlements";
import { errorText, shellWords } from "@/components/dashboard/messages/shell";
import { counted, grouped, known } from "@/components/dashboard/messages/text";
import { callRowAction, type Outcome, Outcomes, useOneByOne } from "@/components/dashboard/money/one-by-one";
import { Dialog } from "@/components/dashboard/ui/form/dialog";
import { HexField, InputField } from "@/components/dashboard/ui/form/field";
import type { ProjectActions } from "@/lib/api/dashboard/action-list";
import type { InboxAct } from "@/lib/insights/inbox/inbox.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { decisionValue, inboxForm } from "./decision-value";

/** A decision on one row: an action of the dashboard with its input. */
export type Choice = {
  act: InboxAct;
  action: keyof ProjectActions & string;
  input: Readonly<Record<string, unknown>>;
  /** The member may name where the money goes. */
  takesAddress: boolean;
};

export type Decidable = {
  id: string;
  name: string;
  amount: string;
  choices: readonly Choice[];
};

type Decision = { row: Decidable; choice: Choice };

/** Rows that are decided in one go: of one kind, and nobody asked about them. */
type Group = { ids: readonly string[]; act: InboxAct; sum: string };

type Props = {
  projectId: string;
  /** The rows with a choice, in their order. */
  rows: readonly Decidable[];
  groups: readonly Group[];
  /** The table. */
  children: ReactNode;
};

/** Carries out decisions one after another, each by its own action, and shows the outcome of each. */
export function InboxActs({ projectId, rows, groups, children }: Props) {
  const router = useRouter();
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const { run, forget, ...progress } = useOneByOne();

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    const [act, ids] = JSON.parse(submitter.value) as [InboxAct, string[]];
    submitter.closest("details")?.removeAttribute("open");
    setDecisions(
      rows
        .filter(({ id }) => ids.includes(id))
        .flatMap((row) => row.choices.flatMap((choice) => (choice.act === act ? [{ row, choice }] : []))),
    );
  };
  const close = () => {
    // Not before: the rows may leave the list, and the claim links with them.
    if (progress.outcomes.length > 0) router.refresh();
    setDecisions([]);
    forget();
  };

  return (
    <>
      <form
        id={inboxForm}
        noValidate
        onSubmit={submit}
        className="scripted flex flex-wrap justify-end gap-2 not-empty:border-line not-empty:border-b not-empty:px-5 not-empty:py-2"
      >
        {groups.map(({ ids, act, sum }) => (
          <button
            key={decisionValue(act, ids)}
            type="submit"
            value={decisionValue(act, ids)}
            className="button-compact button-secondary"
          >
            {fill(words.doAll, { act: words.acts[act], count: grouped(ids.length), sum })}
          </button>
        ))}
      </form>
      {children}
      {decisions.length > 0 && (
        <Decide
          projectId={projectId}
          decisions={decisions}
          {...progress}
          onRun={(typed) => run(decisions, (decision) => carryOut(projectId, decision, typed))}
          onClose={close}
        />
      )}
    </>
  );
}

type DecideProps = {
  projectId: string;
  decisions: readonly Decision[];
  outcomes: readonly Outcome[];
  busy: boolean;
  isAsking: boolean;
  onRun: (typed: Readonly<Record<string, string>>) => Promise<void>;
  onClose: () => void;
};

/** Asks for confirmation, then shows the outcomes. */
function Decide({ projectId, decisions, outcomes, busy, isAsking, onRun, onClose }: DecideProps) {
  const acts = [...new Set(decisions.map(({ choice }) => choice.act))];
  const [only] = decisions;
  const takesAddress = decisions.length === 1 && only?.choice.takesAddress === true;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].flatMap(([name, value]) =>
      typeof value === "string" && value.trim() !== "" ? [[name, value.trim()]] : [],
    );
    void onRun(Object.fromEntries(typed));
  };
  return (
    // Insistent: it shows claim links once.
    <Dialog
      open
      insistent
      onClose={onClose}
      title={isAsking ? counted(words.confirmTitle, decisions.length) : words.resultTitle}
    >
      <form onSubmit={submit} method="post" noValidate className="flex flex-col gap-4">
        {isAsking ? (
          <>
            <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto text-sm">
              {decisions.map(({ row, choice }) => (
                <li key={row.id} className="flex justify-between gap-4">
                  <span className="wrap-anywhere min-w-0">
                    <span className="font-medium">{words.acts[choice.act]}</span> {row.name}
                  </span>
                  <span className="whitespace-nowrap">{row.amount}</span>
                </li>
              ))}
            </ul>
            {acts.map((act) => (
              <p key={act} className="text-muted text-sm">
                {words.hints[act]}
              </p>
            ))}
            {takesAddress && (
              <>
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
              </>
            )}
          </>
        ) : (
          <Outcomes projectId={projectId} outcomes={outcomes} />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {isAsking && (
            <button type="submit" className="button-compact button-primary order-last">
              {counted(words.confirm, decisions.length)}
            </button>
          )}
          <button
            type="button"
            disabled={busy}
            onClick={onClose}
            className={`button-compact ${isAsking ? "button-secondary" : "button-primary"}`}
          >
            {isAsking ? shellWords.cancel : busy ? shellWords.working : shellWords.close}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Fields in the answers of the actions. */
type Answer = {
  refundId?: string;
  status?: string;
  claimUrl?: string | null;
  opened?: readonly unknown[];
  left?: readonly { reason: string }[];
};

async function carryOut(
  projectId: string,
  { row, choice: { act, action, input, takesAddress } }: Decision,
  typed: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const outcome = { rowId: row.id, name: `${row.name}, ${row.amount}` };
  const body = takesAddress ? { ...input, ...typed } : input;
  const answer = await callRowAction<Answer>(projectId, action, body);
  if (!answer.ok) return { ...outcome, text: errorText(answer.error), isBad: true };
  const { refundId, status = "", claimUrl, opened, left } = answer.data;
  // "Pay out now" returns the deposits that it left, each with its reason.
  if (opened?.length === 0) {
    const text = known(settlementWords.reasons, left?.[0]?.reason ?? "") ?? settlementWords.sweep.nothing;
    return { ...outcome, text, isBad: true };
  }
  const next = refundId === undefined ? undefined : refundStatusText(status);
  const text = next === undefined ? words.done[act] : `${words.done[act]}: ${next}`;
  return { ...outcome, text, isBad: false, claimUrl, refundId };
}
