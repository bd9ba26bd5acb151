"use client";

import { PenLine } from "lucide-react";
import { useRouter } from "next/navigation";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { errorText, shellWords } from "@/components/dashboard/messages/shell";
import { counted, grouped } from "@/components/dashboard/messages/text";
import type { CallNetwork } from "@/components/dashboard/money/call-panel";
import { type Outcome, Outcomes } from "@/components/dashboard/money/one-by-one";
import { Dialog } from "@/components/dashboard/ui/form/dialog";
import { SelectAll, useRowSelection } from "@/components/dashboard/ui/list/rows";
import { Notice, Problem } from "@/components/dashboard/ui/notice";
import { sentStateOf } from "@/lib/browser/sent-refund";
import { fill } from "@/lib/platform/i18n/message.rules";
import { shortHex } from "@/lib/platform/values/hex.rules";
import { prepareTogether, type SignableRow } from "./prepare-together";

// Wallet code is several times a page's size: it is loaded on demand.
const SendTogether = lazy(() => import("./send-together"));

const words = refundWords.together;

type Props = {
  projectId: string;
  /** The rows with a checkbox named `row`. */
  rows: readonly SignableRow[];
  networks: readonly (CallNetwork & { chainId: number })[];
  /** The table. */
  children: ReactNode;
};

/** The refunds of one press. `isRepeated`: a wallet was asked to send some of them before, and its answer is not known. */
type Batch = { rows: readonly SignableRow[]; isRepeated: boolean };
type Answer = { of: Batch; prepared: Awaited<ReturnType<typeof prepareTogether>>; at: number };

/** Has the merchant's wallet send the selected refunds, by one confirmation where it can. */
export function SignRefunds({ projectId, rows, networks, children }: Props) {
  const router = useRouter();
  const { form, chosen, collect, chooseAll } = useRowSelection();
  const [batch, setBatch] = useState<Batch | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  // All that waits is sent by one press; a row without its tick stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the rows that the list begins with.
  useEffect(() => chooseAll(true), []);
  const selected = rows.filter(({ id }) => chosen.has(id));
  const unsent = selected.filter(({ id }) => sentStateOf(id) !== "sent");
  const network = networks.find(({ chainId }) => chainId === batch?.rows[0]?.chainId);
  const begin = async (fit: readonly SignableRow[]) => {
    const of = {
      rows: fit,
      isRepeated: fit.some(({ id, txHash }) => txHash !== null || sentStateOf(id) !== null),
    };
    setBatch(of);
    const prepared = await prepareTogether(
      projectId,
      fit.map(({ id }) => id),
    );
    setAnswer({ of, prepared, at: Date.now() });
  };
  const close = () => {
    setBatch(null);
    chooseAll(false);
    router.refresh();
  };
  return (
    <>
      <form
        ref={form}
        method="get"
        noValidate
        onChange={collect}
        onSubmit={(event) => event.preventDefault()}
      >
        <div className="scripted flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-5 py-2 text-sm">
          <SelectAll
            label={fill(words.all, { count: grouped(rows.length) })}
            isAll={selected.length === rows.length}
            chooseAll={chooseAll}
          />
          {unsent.length < selected.length && (
            <span role="status" className="text-muted">
              {fill(words.alreadySent, { count: grouped(selected.length - unsent.length) })}
            </span>
          )}
          {networks.map(({ chainId, networkName }) => {
            const fit = unsent.filter((row) => row.chainId === chainId);
            return (
              fit.length > 0 && (
                <button
                  key={chainId}
                  type="button"
                  onClick={() => void begin(fit)}
                  className="button-compact button-primary"
                >
                  <PenLine className="size-4" aria-hidden="true" />
                  {counted(words.send, fit.length, { network: networkName })}
                </button>
              )
            );
          })}
        </div>
        {children}
      </form>
      {batch !== null && network !== undefined && (
        <SendDialog
          projectId={projectId}
          batch={batch}
          answer={answer?.of === batch ? answer : null}
          network={network}
          onClose={close}
        />
      )}
    </>
  );
}

type SendDialogProps = {
  projectId: string;
  batch: Batch;
  answer: Answer | null;
  network: CallNetwork;
  onClose: () => void;
};

/** Without a question of its own: the wallet shows what it sends. */
function SendDialog({ projectId, batch: { rows, isRepeated }, answer, network, onClose }: SendDialogProps) {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const left = rows.filter(({ id }) => outcomes.every(({ rowId }) => rowId !== id));
  const prepared = answer?.prepared;
  return (
    // Insistent: the outcomes would be lost.
    <Dialog
      open
      insistent
      onClose={onClose}
      title={counted(words.send, rows.length, { network: network.networkName })}
      description={words.hint}
    >
      {left.length > 0 && (
        <ul className="flex max-h-64 flex-col gap-1 overflow-y-auto text-sm">
          {left.map(({ id, name, amount, to }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-4">
              <span className="wrap-anywhere min-w-0">{name}</span>
              <span className="whitespace-nowrap">
                {amount} <span className="text-muted">{shortHex(to)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <Outcomes projectId={projectId} outcomes={outcomes} />
      {isRepeated && left.length > 0 && (
        <Notice kind="warn" role="alert">
          {words.repeated}
        </Notice>
      )}
      {prepared === undefined && <p role="status">{refundWords.send.loading}</p>}
      {prepared?.ok === false && <Problem text={errorText(prepared.error)} />}
      {answer !== null && prepared?.ok === true && left.length > 0 && (
        <Suspense fallback={<p role="status">{refundWords.send.loading}</p>}>
          <SendTogether
            projectId={projectId}
            rows={left}
            prepared={{ refunds: prepared.data, at: answer.at }}
            network={network}
            immediate={!isRepeated}
            onOutcomes={(more) => setOutcomes((before) => [...before, ...more])}
          />
        </Suspense>
      )}
      <button type="button" onClick={onClose} className="button-compact button-secondary self-end">
        {shellWords.close}
      </button>
    </Dialog>
  );
}
