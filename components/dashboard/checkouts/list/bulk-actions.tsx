"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { checkoutWords } from "@/components/dashboard/messages/checkouts";
import { refundStatusText } from "@/components/dashboard/messages/refunds";
import { errorText, shellWords } from "@/components/dashboard/messages/shell";
import { counted, grouped } from "@/components/dashboard/messages/text";
import { callRowAction, type Outcome, Outcomes, useOneByOne } from "@/components/dashboard/money/one-by-one";
import { Dialog } from "@/components/dashboard/ui/form/dialog";
import { SelectAll, useRowSelection } from "@/components/dashboard/ui/list/rows";
import { fill } from "@/lib/platform/i18n/message.rules";

const words = checkoutWords.bulk;

/** A row of the list, as far as something can be done with several of them. */
export type BulkRow = {
  id: string;
  name: string;
  /** "2.00 USDC", and in smallest units; null when there is none to refund. */
  excess: { units: string; text: string } | null;
  cancellable: boolean;
};

type Act = "cancel" | "refund";

type Props = {
  projectId: string;
  rows: readonly BulkRow[];
  may: { cancel: boolean; refund: boolean };
  /** The table, with a checkbox named `row` in each row. */
  children: ReactNode;
};

/** Acts on the selected rows, one after another, and shows the outcome of each. */
export function BulkActions({ projectId, rows, may, children }: Props) {
  const router = useRouter();
  const { form, chosen, collect, chooseAll } = useRowSelection();
  const [act, setAct] = useState<Act | null>(null);
  const { outcomes, busy, isAsking, run, forget } = useOneByOne();
  const selected = rows.filter(({ id }) => chosen.has(id));
  const fit: Record<Act, readonly BulkRow[]> = {
    cancel: selected.filter(({ cancellable }) => cancellable),
    refund: selected.filter(({ excess }) => excess !== null),
  };

  const close = () => {
    // Not before: the rows may leave the list, and the claim links with them.
    if (outcomes.length > 0) router.refresh();
    setAct(null);
    forget();
    chooseAll(false);
  };

  const button = (name: Act) => (
    <button
      type="button"
      disabled={fit[name].length === 0}
      onClick={() => setAct(name)}
      className={`button-compact ${name === "cancel" ? "button-danger" : "button-secondary"}`}
    >
      {fill(words[name].label, { count: grouped(fit[name].length) })}
    </button>
  );
  return (
    <>
      <form
        ref={form}
        method="get"
        noValidate
        onChange={collect}
        onSubmit={(event) => event.preventDefault()}
      >
        <div className="scripted flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-5 py-2 text-sm max-md:hidden">
          <SelectAll
            label={fill(words.all, { count: grouped(rows.length) })}
            isAll={rows.length > 0 && selected.length === rows.length}
            chooseAll={chooseAll}
          />
          {selected.length > 0 && (
            <>
              <span role="status" className="font-medium">
                {fill(words.selected, { count: grouped(selected.length) })}
              </span>
              <a
                href={`/api/dashboard/projects/${projectId}/checkouts.csv?ids=${selected.map(({ id }) => id).join(",")}`}
                download
                className="button-compact button-secondary"
              >
                {words.export}
              </a>
              {may.refund && button("refund")}
              {may.cancel && button("cancel")}
            </>
          )}
        </div>
        {children}
      </form>
      {act !== null && (
        // Insistent: it shows claim links once.
        <Dialog open onClose={close} title={words[act].title} description={words[act].hint} insistent>
          {isAsking ? (
            <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto text-sm">
              {fit[act].map((row) => (
                <li key={row.id} className="flex justify-between gap-4">
                  <span className="wrap-anywhere min-w-0">{row.name}</span>
                  {act === "refund" && <span className="whitespace-nowrap">{row.excess?.text}</span>}
                </li>
              ))}
            </ul>
          ) : (
            <Outcomes projectId={projectId} outcomes={outcomes} />
          )}
          <div className="flex flex-wrap justify-end gap-2">
            {isAsking ? (
              <>
                <button type="button" onClick={close} className="button-compact button-secondary">
                  {shellWords.cancel}
                </button>
                <button
                  type="button"
                  onClick={() => void run(fit[act], (row) => runOne(projectId, act, row))}
                  className={`button-compact ${act === "cancel" ? "button-danger" : "button-primary"}`}
                >
                  {counted(words[act].confirm, fit[act].length)}
                </button>
              </>
            ) : (
              <button type="button" disabled={busy} onClick={close} className="button-compact button-primary">
                {busy ? shellWords.working : shellWords.close}
              </button>
            )}
          </div>
        </Dialog>
      )}
    </>
  );
}

async function runOne(projectId: string, act: Act, row: BulkRow): Promise<Outcome> {
  const { id: rowId, name } = row;
  const [action, input] =
    act === "cancel"
      ? (["cancelCheckout", { checkoutId: rowId }] as const)
      : ([
          "requestRefund",
          { checkoutId: rowId, amount: row.excess?.units, refundType: "OVERPAYMENT" },
        ] as const);
  const answer = await callRowAction<{ status: string; claimUrl?: string | null }>(projectId, action, input);
  if (!answer.ok) return { rowId, name, text: errorText(answer.error), isBad: true };
  const { status, claimUrl } = answer.data;
  const text =
    act === "cancel"
      ? words.cancel.done
      : fill(words.refund.done, { status: (refundStatusText(status) ?? status).toLowerCase() });
  return { rowId, name, text, isBad: false, claimUrl };
}
