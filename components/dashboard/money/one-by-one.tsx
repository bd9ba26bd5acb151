"use client";

import { useState } from "react";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { ClaimLink } from "@/components/dashboard/refunds/refund-parts";
import { Link } from "@/components/dashboard/ui/link";
import type { ProjectActions } from "@/lib/api/dashboard/action-list";
import { type ApiAnswer, post } from "@/lib/browser/api";
import { callAsPerson, withFreshProof } from "@/lib/browser/dashboard/use-action";

/** The outcome of an action on one row. */
export type Outcome = {
  rowId: string;
  /** The row, in words. */
  name: string;
  text: string;
  isBad: boolean;
  claimUrl?: string | null | undefined;
  /** The refund that it created. */
  refundId?: string | undefined;
};

/** Acts on rows one after another: a failure doesn't stop the next. */
export function useOneByOne() {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [busy, setBusy] = useState(false);
  const run = async <Row,>(rows: readonly Row[], act: (row: Row) => Promise<Outcome>) => {
    setBusy(true);
    for (const row of rows) {
      const outcome = await act(row);
      setOutcomes((before) => [...before, outcome]);
    }
    setBusy(false);
  };
  const forget = () => setOutcomes([]);
  return { outcomes, busy, isAsking: outcomes.length === 0 && !busy, run, forget };
}

/** An action on one row. It leaves the page as it is: the caller refreshes it after the last row. */
export function callRowAction<Answer>(
  projectId: string,
  action: keyof ProjectActions & string,
  input: unknown,
): Promise<ApiAnswer<Answer>> {
  return withFreshProof(() =>
    callAsPerson<Answer>(`/api/dashboard/projects/${projectId}/actions/${action}`, post(input)),
  );
}

/** The outcome of each row, with the claim links that are shown once. */
export function Outcomes({ projectId, outcomes }: { projectId: string; outcomes: readonly Outcome[] }) {
  return (
    <ul aria-live="polite" className="flex flex-col gap-3 text-sm">
      {outcomes.map(({ rowId, name, text, isBad, claimUrl = null, refundId }) => (
        <li key={rowId}>
          <span className="wrap-anywhere font-medium">{name}</span>:{" "}
          <span className={isBad ? "text-bad" : "text-ok"}>{text}</span>{" "}
          {refundId !== undefined && (
            <Link
              href={`/dashboard/projects/${projectId}/refunds/${refundId}`}
              className="text-link whitespace-nowrap"
            >
              {refundWords.form.show}
            </Link>
          )}
          {claimUrl !== null && <ClaimLink url={claimUrl} />}
        </li>
      ))}
    </ul>
  );
}
