"use client";

import { PenLine } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Facts } from "@/components/dashboard/ui/card";
import { Code, WholeAddress } from "@/components/dashboard/ui/hex";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SweepCallView } from "@/lib/settlement/settlement.schema";
import { settlementWords } from "../messages/settlements";
import { ActionForm } from "../ui/form/action-form";
import { Dialog } from "../ui/form/dialog";
import type { CallNetwork } from "./call-panel";

// Wallet code is several times a page's size: it is loaded on demand.
const CallPanel = lazy(() => import("./call-panel"));

const words = settlementWords.sign;

type Deposit = {
  checkoutId: string;
  chainId: number;
  /** Null for the native coin. */
  tokenAddress: Hex | null;
};

/** The sweep of one deposit, prepared on the server and sent by the merchant's wallet. */
export function SignSweep({
  projectId,
  network,
  ...deposit
}: Deposit & { projectId: string; network: CallNetwork }) {
  const state = useProjectAction(projectId, "prepareSweep");
  return (
    <PrepareDialog
      label={words.label}
      title={words.title}
      text={words.text}
      state={state}
      input={deposit}
      network={network}
    />
  );
}

type Batch = {
  chainId: number;
  /** The only wallet that may send it. */
  wallet: Hex;
};

/** One sweep of all deposits on a network that wait for this wallet. */
export function SignBatch({
  projectId,
  network,
  ...batch
}: Batch & { projectId: string; network: CallNetwork }) {
  const state = useProjectAction(projectId, "prepareSweepBatch");
  return (
    <PrepareDialog
      label={settlementWords.batches.label}
      variant="primary"
      isContract
      title={words.title}
      text={words.batchText}
      state={state}
      input={batch}
      network={network}
    />
  );
}

function PrepareDialog<Input extends object>({
  label,
  variant = "secondary",
  isContract = false,
  title,
  text,
  state,
  input,
  network,
}: {
  label: string;
  variant?: "primary" | "secondary";
  /** A contract wallet, which often signs in its own app. */
  isContract?: boolean;
  title: string;
  text: string;
  state: {
    act: (input: Input) => Promise<SweepCallView | null>;
    pending: boolean;
    reset: () => void;
    error: ReturnType<typeof useProjectAction>["error"];
  };
  input: Input;
  network: CallNetwork;
}) {
  const [open, setOpen] = useState(false);
  const [call, setCall] = useState<SweepCallView | null>(null);
  const begin = () => {
    setCall(null);
    state.reset();
    setOpen(true);
  };
  return (
    <>
      <button type="button" onClick={begin} className={`button-compact button-${variant}`}>
        <PenLine className="size-4" aria-hidden="true" />
        {label}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} description={text}>
        {call === null ? (
          <ActionForm
            state={state}
            toInput={() => input}
            onDone={(prepared: SweepCallView) => setCall(prepared)}
            submit={words.prepare}
          >
            {null}
          </ActionForm>
        ) : (
          <Prepared call={call} network={network} isContract={isContract} />
        )}
      </Dialog>
    </>
  );
}

function Prepared({
  call,
  network,
  isContract,
}: {
  call: SweepCallView;
  network: CallNetwork;
  isContract: boolean;
}) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <Facts
        facts={[
          { label: words.to, value: <WholeAddress value={call.merchantAddress} what={words.to} /> },
          {
            label: words.only,
            value:
              call.from === null
                ? words.anyone
                : call.from.map((address) => (
                    <WholeAddress key={address} value={address} what={words.only} />
                  )),
          },
        ]}
      />
      <Suspense fallback={<p role="status">{words.loading}</p>}>
        <CallPanel call={call} network={network} words={words} />
      </Suspense>
      {call.from !== null && (
        <details open={isContract}>
          <summary className="cursor-pointer text-link">{words.multisig}</summary>
          <p className="my-2 text-muted">{words.multisigText}</p>
          <Facts
            facts={[
              { label: words.contract, value: <WholeAddress value={call.to} what={words.contract} /> },
              { label: words.value, value: "0" },
              { label: words.data, value: <Code what={words.data}>{call.data}</Code> },
            ]}
          />
        </details>
      )}
    </div>
  );
}
