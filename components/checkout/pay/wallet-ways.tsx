import type { ReactNode } from "react";

type Props = {
  hint: ReactNode;
  /** For a browser without a wallet. */
  phoneWallets?: ReactNode;
  buttons: ReactNode;
  isPaired: boolean;
  /** Below the buttons. In a wallet's browser its place is kept. */
  children?: ReactNode;
};

/** The parts of "Pay from a wallet", alike with and without a wallet, so that nothing moves when one answers. */
export function WalletWays({ hint, phoneWallets, buttons, isPaired, children }: Props) {
  return (
    <>
      <p className="caption mt-1">{hint}</p>
      <div className="mt-4 flex flex-col gap-4">
        {phoneWallets}
        <div className={`grid gap-3 ${isPaired ? "sm:grid-cols-2" : ""}`}>{buttons}</div>
      </div>
      <div className="in-wallet:-mb-6 in-wallet:min-h-13">{children}</div>
    </>
  );
}
