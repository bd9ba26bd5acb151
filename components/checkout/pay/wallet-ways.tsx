import type { ReactNode } from "react";

/** For a browser without a wallet. */
export type PhoneWallets = {
  /** On a phone, before all other ways. */
  apps: ReactNode;
  /** On a desktop, after them. */
  code: ReactNode;
};

type Props = {
  hint: ReactNode;
  phoneWallets?: PhoneWallets;
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
        {phoneWallets?.apps}
        <div className={`grid gap-3 ${isPaired ? "sm:grid-cols-2" : ""}`}>{buttons}</div>
        {phoneWallets?.code}
      </div>
      <div className="in-wallet:-mb-6 in-wallet:min-h-13">{children}</div>
    </>
  );
}
