import type { ReactNode } from "react";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { ChevronRight } from "@/components/ui/icons";
import { transferUri } from "@/lib/browser/payment-uri";
import { type WalletApp, walletAppLinks } from "@/lib/browser/wallet/wallet-apps";
import type { WalletOrder } from "@/lib/browser/wallet/wallet-order";
import { QrCode } from "./qr-code";

type Props = {
  /** The payment page's full URL. */
  pageUrl: string;
  /** For a link with all details of the payment; null before the selection. */
  order: WalletOrder | null;
  t: Messages;
};

const mostApps = 3;

/** A wallet on a phone: its app by a plain link, or this page as a QR code, which the phone's camera or wallet opens. */
export function PhoneWallets({ pageUrl, order, t }: Props) {
  const apps = walletAppLinks(pageUrl).map((app) => <AppLink key={app.name} {...app} />);
  return (
    <>
      <div className="hidden gap-2 pointer-coarse:grid">
        <ul className={appList}>{apps.slice(0, mostApps)}</ul>
        <details className="text-sm">
          <summary className="caption flex min-h-11 w-fit items-center gap-1">
            <ChevronRight className="chevron size-4" />
            <span>{t.moreWallets}</span>
          </summary>
          <ul className={appList}>
            {apps.slice(mostApps)}
            {order !== null && (
              <li>
                <a
                  href={transferUri({
                    tokenAddress: order.tokenAddress,
                    chainId: order.chainId,
                    to: order.depositAddress,
                    amountUnits: order.amount,
                  })}
                  className={appLink}
                >
                  {t.walletUri}
                </a>
              </li>
            )}
          </ul>
        </details>
      </div>
      <div className="flex flex-wrap items-center gap-4 pointer-coarse:hidden">
        <div className="w-40 shrink-0">
          <QrCode content={pageUrl} label={t.onPhoneAlt} />
        </div>
        <p className="caption grow basis-40 text-pretty">{t.onPhoneHint}</p>
      </div>
    </>
  );
}

const appList = "grid grid-cols-[repeat(auto-fill,minmax(8.25rem,1fr))] gap-2";
const appLink =
  "wrap-anywhere flex h-full min-h-12 items-center gap-2.5 rounded-xl border border-line-strong px-2.5 py-2 text-sm transition-colors duration-150 hover:bg-well";

function AppLink({ name, href }: WalletApp) {
  return (
    <li>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        referrerPolicy="no-referrer"
        className={appLink}
      >
        <svg viewBox="0 0 32 32" className="size-7 shrink-0" aria-hidden="true">
          {marks[name]}
        </svg>
        <span translate="no">{name}</span>
      </a>
    </li>
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
  "Base (Coinbase)": (
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
  "OKX Wallet": (
    <>
      <rect width="32" height="32" rx="8" fill="#000" />
      <path d="M7 7h6v6H7zm12 0h6v6h-6zm-6 6h6v6h-6zm-6 6h6v6H7zm12 0h6v6h-6z" fill="#fff" />
    </>
  ),
  Phantom: (
    <>
      <rect width="32" height="32" rx="8" fill="#ab9ff2" />
      <path
        d="M6 20c0-7 4.5-12 10.5-12S26 11.5 26 16.500c0 2-1.5 3.5-3 3.5-1 0-1.5-.5-2-1-1.5 3-4.5 5.5-7.5 5.5-1.5 0-2.5-1-2.5-2-1 1-2.5 1.5-3.5 1.500S6 22 6 20z"
        fill="#fffdf8"
      />
      <path d="M17 13.500v3m4-3v3" stroke="#3c315b" strokeWidth="2" strokeLinecap="round" />
    </>
  ),
  "Bitget Wallet": (
    <>
      <rect width="32" height="32" rx="8" fill="#00f0ff" />
      <path d="m13 6 7 7h-8l7 7-6 6h8l6-6-7-7-6-7z" fill="#000" />
    </>
  ),
  Rainbow: (
    <>
      <rect width="32" height="32" rx="8" fill="#174299" />
      <g fill="none" strokeWidth="3">
        <path d="M7 8.500A16.5 16.5 0 0 1 23.5 25" stroke="#ff4000" />
        <path d="M7 11.500A13.5 13.5 0 0 1 20.5 25" stroke="#ffd000" />
        <path d="M7 14.500A10.5 10.5 0 0 1 17.5 25" stroke="#01da40" />
      </g>
      <circle cx="9.5" cy="22.5" r="2.5" fill="#8754c9" />
    </>
  ),
};
