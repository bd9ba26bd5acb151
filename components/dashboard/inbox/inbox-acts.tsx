"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
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
  recommended: InboxAct | null;
  /** Without a choice of rows, the others are left out. */
  isRoutine: boolean;
};

type Decision = { row: Decidable; choice: Choice };

/** The form of the checkboxes, choices and buttons in the rows, which lie outside it: dialogs have forms of their own. */
export const inboxForm = "inbox-decisions";

type Props = {
  projectId: string;
  /** The rows with a choice, in their order. */
  rows: readonly Decidable[];
  /** The table. */
  children: ReactNode;
};

/** Carries out decisions one after another, each by its own action, and shows the outcome of each. */
export function InboxActs({ projectId, rows, children }: Props) {
  const router = useRouter();
  const form = useRef<HTMLFormElement>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map());
  const [decisions, setDecisions] = useState<readonly Decision[]>([]);
  const { run, forget, ...progress } = useOneByOne();

  const read = () => {
    if (form.current === null) return;
    const data = new FormData(form.current);
    setTicked(new Set(data.getAll("row").map(String)));
    setChosen(new Map(rows.map(({ id }) => [id, String(data.get(`act ${id}`) ?? "")])));
  };
  const decisionOf = (row: Decidable, act: string): Decision[] =>
    row.choices.flatMap((choice) => (choice.act === act ? [{ row, choice }] : []));
  const wanted =
    ticked.size === 0 ? rows.filter(({ isRoutine }) => isRoutine) : rows.filter(({ id }) => ticked.has(id));
  // Before the first change, the rows' own choices are not known here.
  const all = wanted.flatMap((row) => decisionOf(row, chosen.get(row.id) ?? row.recommended ?? ""));

  const tickAll = (checked: boolean) => {
    for (const box of document.querySelectorAll<HTMLInputElement>(`input[name=row][form=${inboxForm}]`))
      box.checked = checked;
    read();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const id = submitter instanceof HTMLButtonElement ? submitter.value : "";
    const act = new FormData(event.currentTarget).get(`act ${id}`);
    setDecisions(
      id === "" ? all : rows.filter((row) => row.id === id).flatMap((row) => decisionOf(row, String(act))),
    );
  };
  const close = () => {
    // Not before: the rows may leave the list, and the claim links with them.
    if (progress.outcomes.length > 0) {
      tickAll(false);
      router.refresh();
    }
    setDecisions([]);
    forget();
  };

  return (
    <div onChange={read}>
      <form
        ref={form}
        id={inboxForm}
        noValidate
        onSubmit={submit}
        className="scripted flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-5 py-2 text-sm"
      >
        <label className="flex min-h-6 items-center gap-2">
          <input
            type="checkbox"
            checked={rows.length > 0 && ticked.size === rows.length}
            onChange={({ target }) => tickAll(target.checked)}
            disabled={rows.length === 0}
            className="size-4 shrink-0 accent-accent"
          />
          {fill(words.selectAll, { count: grouped(rows.length) })}
        </label>
        <button
          type="submit"
          value=""
          disabled={all.length === 0}
          className="button-compact button-primary ms-auto"
        >
          {counted(ticked.size === 0 ? words.doAll : words.doSelected, all.length)}
        </button>
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
    </div>
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
  // "Sweep now" returns the deposits that it left, each with its reason.
  if (opened?.length === 0) {
    const text = known(settlementWords.reasons, left?.[0]?.reason ?? "") ?? settlementWords.sweep.nothing;
    return { ...outcome, text, isBad: true };
  }
  const next = refundId === undefined ? undefined : refundStatusText(status);
  const text = next === undefined ? words.done[act] : `${words.done[act]}: ${next}`;
  return { ...outcome, text, isBad: false, claimUrl, refundId };
}
