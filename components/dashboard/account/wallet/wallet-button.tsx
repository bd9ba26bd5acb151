"use client";

import { Wallet } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { accountWords } from "../../messages/account";
import { Dialog } from "../../ui/form/dialog";
import type { WalletHost, WalletSigns } from "./choose-wallet";

// Wallet code is loaded on demand.
const ChooseWallet = lazy(() => import("./choose-wallet"));

type Props = {
  label: string;
  className: string;
  title: string;
  description: string;
  host: WalletHost;
  ask: Parameters<typeof ChooseWallet>[0]["ask"];
  onSigned: (proof: WalletSigns) => Promise<{ message: string } | null>;
};

/** Opens the list of wallets; closes when the service accepted a signature. */
export function WalletButton({ label, className, title, description, host, ask, onSigned }: Props) {
  const [open, setOpen] = useState(false);
  const handIn = async (proof: WalletSigns) => {
    const refused = await onSigned(proof);
    if (refused === null) setOpen(false);
    return refused;
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={className}>
        <Wallet className="size-4" aria-hidden="true" />
        {label}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} description={description}>
        <Suspense fallback={<p className="caption">{accountWords.wallet.loading}</p>}>
          <ChooseWallet host={host} ask={ask} onSigned={handIn} />
        </Suspense>
      </Dialog>
    </>
  );
}
