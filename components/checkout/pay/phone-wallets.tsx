import type { ReactNode } from "react";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { transferUri } from "@/lib/browser/payment-uri";
import { walletAppLinks } from "@/lib/browser/wallet/wallet-apps";
import type { WalletOrder } from "@/lib/browser/wallet/wallet-order";

type Props = {
  /** The payment page's full URL. */
  pageUrl: string;
  /** For a link with all details of the payment; null before the selection. */
  order: WalletOrder | null;
  t: Messages;
};

/** For a phone whose browser has no wallet: its wallet apps, by plain links. */
export function PhoneWallets({ pageUrl, order, t }: Props) {
  return (
    <section aria-labelledby="wallet-apps" className="in-wallet:hidden mt-4 hidden pointer-coarse:block">
      <h3 id="wallet-apps" className="caption">
        {t.walletApps}
      </h3>
      <ul className="mt-2 grid grid-cols-3 gap-2">
        {walletAppLinks(pageUrl).map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              referrerPolicy="no-referrer"
              className="wrap-anywhere flex h-full min-h-20 flex-col items-center gap-1.5 rounded-xl border border-line-strong px-2 py-3 text-center text-sm transition-colors duration-150 hover:bg-well"
            >
              <svg viewBox="0 0 32 32" className="size-8 shrink-0" aria-hidden="true">
                {marks[name]}
              </svg>
              {name}
            </a>
          </li>
        ))}
      </ul>
      {order !== null && (
        <a
          href={transferUri({
            tokenAddress: order.tokenAddress,
            chainId: order.chainId,
            to: order.depositAddress,
            amountUnits: order.amount,
          })}
          className="button button-secondary mt-2"
        >
          {t.walletUri}
        </a>
      )}
    </section>
  );
}

/** Drawn here, in the makers' colours. */
const marks: Readonly<Record<string, ReactNode>> = {
  MetaMask: (
    <>
      <rect width="32" height="32" rx="8" fill="#fff3e6" />
      <path d="m6 7 8 5h4l8-5-2.5 10L26 23l-5.5-1.5L18 25h-4l-2.5-3.5L6 23l2.5-6z" fill="#e2761b" />
      <path d="m14 12-1.5 6.5L14 25h4l1.5-6.5L18 12z" fill="#f6a04d" />
      <path d="m10 16 3.5 1.5-2 1.5zm12 0-3.5 1.5 2 1.5z" fill="#24292e" />
    </>
  ),
  "Base (Coinbase Wallet)": (
    <>
      <rect width="32" height="32" rx="8" fill="#eef2ff" />
      <rect x="7" y="7" width="18" height="18" rx="2" fill="#00f" />
    </>
  ),
  "Trust Wallet": (
    <>
      <rect width="32" height="32" rx="8" fill="#eaf1ff" />
      <path d="M16 5.5c3 2.3 6 3.2 9 3.2 0 8.8-2 14-9 18-7-4-9-9.2-9-18 3 0 6-.9 9-3.2z" fill="#0500ff" />
      <path d="M16 5.5c3 2.3 6 3.2 9 3.2 0 8.8-2 14-9 18z" fill="#48ff91" />
    </>
  ),
};
