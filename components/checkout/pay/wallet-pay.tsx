"use client";

import { lazy, type ReactNode, Suspense, useState } from "react";
import type { WalletOrder } from "@/lib/browser/wallet/wallet-config";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { useMessages } from "../messages-provider";

// Wallet code is several times the page's size: it is loaded on demand.
const WalletDialog = lazy(() => import("../wallet/wallet-dialog"));

type Props = {
  order: WalletOrder;
  demoWallet: boolean;
  walletConnect: WalletConnectSettings | null;
  /** Rendered by the server, so that they add nothing to the first scripts. */
  signs: { demo: ReactNode; wallet: ReactNode };
};

export function WalletPay({ order, demoWallet, walletConnect, signs }: Props) {
  const t = useMessages();
  const [opened, setOpened] = useState<"list" | "demo" | null>(null);
  const loading = (
    <p role="status" className="caption mt-2">
      {t.walletLoading}
    </p>
  );
  return (
    <section aria-labelledby="from-wallet" className="scripted mt-6">
      <h2 id="from-wallet" className="font-semibold">
        {t.fromWallet}
      </h2>
      <p className="caption mt-1">{t.fromWalletHint}</p>
      <div className={`mt-4 grid gap-3 ${demoWallet ? "sm:grid-cols-2" : ""}`}>
        {demoWallet && (
          <button type="button" onClick={() => setOpened("demo")} className="button button-primary">
            {signs.demo}
            {t.payWithDemo}
          </button>
        )}
        <button
          type="button"
          onClick={() => setOpened("list")}
          className={`button ${demoWallet ? "button-secondary" : "button-primary"}`}
        >
          {signs.wallet}
          {t.connectWallet}
        </button>
      </div>
      {opened !== null && (
        <Suspense fallback={loading}>
          <WalletDialog
            order={order}
            demoWallet={demoWallet}
            walletConnect={walletConnect}
            startWithDemo={opened === "demo"}
            onClose={() => setOpened(null)}
          />
        </Suspense>
      )}
    </section>
  );
}
