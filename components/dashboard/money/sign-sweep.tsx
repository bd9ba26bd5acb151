"use client";

import { PenLine } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useProjectAction } from "@/lib/client/dashboard/use-action";
import type { SweepCallView } from "@/lib/schemas/dashboard/settlements";
import { settlementWords } from "../messages/settlements";
import { ActionForm } from "../ui/form/action-form";
import { Dialog } from "../ui/form/dialog";
import { ShortHex } from "../ui/short-hex";
import type { SweepNetwork } from "./sweep-panel";

// Wallet code is several times a page's size: it is fetched when somebody asks for it.
const SweepPanel = lazy(() => import("./sweep-panel"));

const words = settlementWords.sign;

type Props = {
  projectId: string;
  checkoutId: string;
  chainId: number;
  /** Null for the chain's own coin. */
  tokenAddress: string | null;
  network: SweepNetwork;
};

/** The sweep that the service cannot, or does not, send: prepared here, signed by a wallet of the merchant's. */
export function SignSweep({ projectId, checkoutId, chainId, tokenAddress, network }: Props) {
  const state = useProjectAction(projectId, "prepareSweep");
  const [open, setOpen] = useState(false);
  const [call, setCall] = useState<SweepCallView | null>(null);
  const begin = () => {
    setCall(null);
    state.reset();
    setOpen(true);
  };
  return (
    <>
      <button type="button" onClick={begin} className="button-compact button-secondary">
        <PenLine className="size-4" aria-hidden="true" />
        {words.label}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.title} description={words.text}>
        {call === null ? (
          <ActionForm
            state={state}
            toInput={() => ({ checkoutId, chainId, tokenAddress })}
            onDone={(prepared: SweepCallView) => setCall(prepared)}
            submit={words.prepare}
          >
            {null}
          </ActionForm>
        ) : (
          <div className="flex flex-col gap-3 text-sm">
            <p>
              {words.to} <ShortHex value={call.merchantAddress} what={words.to} />
            </p>
            {call.from === null ? (
              <p className="text-muted">{words.anyone}</p>
            ) : (
              <div className="text-muted">
                {words.only}
                <ul>
                  {call.from.map((address) => (
                    <li key={address}>
                      <ShortHex value={address} what={words.only} />
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <Suspense fallback={<p role="status">{words.loading}</p>}>
              <SweepPanel call={call} network={network} />
            </Suspense>
          </div>
        )}
      </Dialog>
    </>
  );
}
