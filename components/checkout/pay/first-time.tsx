import type { ReactNode } from "react";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { ChevronRight } from "@/components/ui/icons";
import { fill } from "@/lib/platform/i18n/message.rules";

type Props = {
  /** What to withdraw from an exchange; null before the choice. */
  order: { token: string; network: string; amount: string } | null;
  t: Messages;
};

/** How paying with a coin works, for customers who never did; rendered by the server, opened on demand. */
export function FirstTime({ order, t }: Props) {
  const steps =
    order === null
      ? [t.exchangeChoose, t.exchangeMinimum]
      : [
          fill(t.exchangeWithdraw, order),
          fill(t.exchangeNetwork, order),
          fill(t.exchangeFee, order),
          t.exchangeMinimum,
        ];
  return (
    <details className="mt-6">
      <summary className="caption flex min-h-11 cursor-pointer items-center gap-1">
        <ChevronRight className="chevron size-4 shrink-0" />
        <span>{t.helpTitle}</span>
      </summary>
      <ol className="mt-2 grid gap-4">
        <Step drawing={coin} title={t.helpCoinTitle} text={t.helpCoin} />
        <Step drawing={roads} title={t.helpNetworkTitle} text={t.helpNetwork} />
        <Step drawing={sum} title={t.helpCostTitle} text={t.helpCost} />
      </ol>
      <h2 className="mt-6 font-semibold">{t.exchangeTitle}</h2>
      <ol className="mt-2 list-decimal space-y-1 ps-5 text-pretty">
        {steps.map((step) => (
          <li key={step} className="wrap-anywhere">
            {step}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Step({ drawing, title, text }: { drawing: ReactNode; title: string; text: string }) {
  return (
    <li className="flex items-start gap-4">
      <svg
        viewBox="0 0 64 48"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="w-16 shrink-0 rounded-xl bg-well p-1 text-muted"
        aria-hidden="true"
      >
        {drawing}
      </svg>
      <div className="wrap-anywhere min-w-0 text-pretty">
        <p className="font-medium">{title}</p>
        <p className="mt-1 text-muted">{text}</p>
      </div>
    </li>
  );
}

/** A coin that equals a note. */
const coin = (
  <>
    <circle cx="16" cy="24" r="11" />
    <path d="M16 17v14m3.5-11c-1-1.3-2.2-1.8-3.6-1.8-2 0-3.6 1-3.6 2.8 0 4 7.6 2 7.6 6 0 1.8-1.7 2.8-3.9 2.8-1.7 0-3.1-.7-4-2" />
    <path d="M32 22h6m-6 4h6" />
    <rect x="43" y="16" width="18" height="16" rx="2" />
    <circle cx="52" cy="24" r="3.5" />
  </>
);

/** Two networks from a wallet: one leads to the shop. */
const roads = (
  <>
    <rect x="3" y="18" width="14" height="12" rx="2.5" />
    <path d="M13 24h4" />
    <path d="M20 24c6 0 6-10 13-10h8m-3.5-3.5L41 14l-3.5 3.5" />
    <path d="M20 24c6 0 6 11 13 11h8" strokeDasharray="1 5" />
    <path d="M47 10h13v9H47zM45 10l3-5h11l3 5" />
    <path d="m48 31 8 8m0-8-8 8" />
  </>
);

/** The price and a small fee. */
const sum = (
  <>
    <circle cx="17" cy="24" r="12" />
    <path d="M17 17v14m3.5-11c-1-1.3-2.2-1.8-3.6-1.8-2 0-3.6 1-3.6 2.8 0 4 7.6 2 7.6 6 0 1.8-1.7 2.8-3.9 2.8-1.7 0-3.1-.7-4-2" />
    <path d="M36 24h8m-4-4v8" />
    <circle cx="54" cy="24" r="4" />
  </>
);
