import type { ReactNode } from "react";
import { LiveUpdates } from "@/components/checkout/live/live-updates";
import { paceOf } from "@/components/checkout/live/poll-pace";
import type { LiveMessages } from "@/components/checkout/messages/catalogue";
import { MessagesProvider } from "@/components/checkout/messages-provider";
import { QrCode } from "@/components/checkout/pay/qr-code";
import { MerchantMark, offlineSign } from "@/components/checkout/screen-parts";
import { CircleCheck, CircleSlash, ClockAlert, LoaderCircle, Undo2 } from "@/components/ui/icons";
import {
  type CheckoutScreen,
  checkoutFingerprint,
  checkoutScreen,
} from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { TillWords } from "./messages/catalogue";
import { PaidChime } from "./till-form";

type FrameProps = {
  merchant: string;
  logoUrl: string | null;
  item: string;
  /** What it sold, for members of the project; null for others. */
  sales: string | null;
  footer: ReactNode;
  children: ReactNode;
};

/** The whole screen of a tablet at the counter. */
export function TillFrame({ merchant, logoUrl, item, sales, footer, children }: FrameProps) {
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[90rem] flex-col px-4 py-4 md:px-8">
      <header className="flex items-center gap-3">
        <MerchantMark name={merchant} logoUrl={logoUrl} />
        <p dir="auto" className="wrap-anywhere ms-auto line-clamp-2 min-w-0 text-end text-muted">
          {item}
        </p>
      </header>
      <section
        aria-labelledby="screen-title"
        className="flex flex-1 flex-col items-center justify-center gap-6 py-6 text-center"
      >
        {children}
      </section>
      {sales !== null && <p className="text-center text-muted">{sales}</p>}
      {footer}
    </main>
  );
}

export function TillTitle({ children }: { children: string }) {
  return (
    <h1
      id="screen-title"
      tabIndex={-1}
      className="wrap-anywhere text-balance font-semibold text-display tracking-tight md:text-[3rem] md:leading-[3.5rem]"
    >
      <bdi>{children}</bdi>
    </h1>
  );
}

type StateStyle = {
  says: Exclude<keyof TillWords, "figures" | "sales">;
  icon: typeof CircleCheck;
  tone: string;
  spins?: boolean;
};

const waits = { icon: LoaderCircle, tone: "text-accent", spins: true };
const unpaid = { icon: CircleSlash, tone: "text-muted" };

const stateStyles: Readonly<Record<CheckoutScreen, StateStyle>> = {
  choose: { ...waits, says: "waiting" },
  pay: { ...waits, says: "waiting" },
  partial: { ...waits, says: "part" },
  confirming: { ...waits, says: "seen" },
  time_up: { ...waits, says: "timeUp" },
  paid: { says: "paid", icon: CircleCheck, tone: "text-ok" },
  late_confirming: { says: "late", icon: ClockAlert, tone: "text-warn" },
  late: { says: "late", icon: ClockAlert, tone: "text-warn" },
  expired: { ...unpaid, says: "expired" },
  cancelled: { ...unpaid, says: "cancelled" },
  refunded: { says: "refunded", icon: Undo2, tone: "text-muted" },
};

type SaleProps = {
  view: PublicCheckoutView;
  price: string;
  /** The checkout's own page, where the customer pays. */
  pageUrl: string;
  slug: string;
  /** How much of the price arrived; null unless a part did. */
  figures: string | null;
  /** A cancellation was refused, since money came. */
  isKept: boolean;
  words: TillWords;
  liveMessages: LiveMessages;
};

/** One sale: the code for the customer's phone while they can pay, and its outcome. */
export function TillSale({ view, price, pageUrl, slug, figures, isKept, words, liveMessages }: SaleProps) {
  const screen = checkoutScreen(view);
  const { says, icon: Sign, tone, spins = false } = stateStyles[screen];
  const isPaid = screen === "paid";
  const isOpen = screen === "choose" || screen === "pay" || screen === "partial";
  const hasCode = isOpen || isPaid;
  return (
    <MessagesProvider messages={liveMessages}>
      {/* On a wide screen the code stands beside the words. */}
      <div
        className={`grid w-full items-center justify-items-center gap-6 ${hasCode ? "md:landscape:grid-cols-2" : ""}`}
      >
        <TillTitle>{price}</TillTitle>
        {!isOpen && (
          <Sign
            className={`${isPaid ? "size-24 md:landscape:size-40" : "size-24"} ${tone} ${spins ? "animate-spin" : ""}`}
          />
        )}
        {hasCode && (
          <div
            className={`grid w-full justify-items-center gap-3 md:landscape:col-start-1 md:landscape:row-start-1 ${isOpen && !isKept ? "md:landscape:row-span-3" : "md:landscape:row-span-4"} ${isOpen ? "max-w-[min(26rem,55dvh)] md:landscape:max-w-[min(40rem,76dvh)]" : "max-w-[min(14rem,28dvh)] md:landscape:max-w-[min(30rem,60dvh)]"}`}
          >
            {/* After the payment, the same page is the receipt. */}
            <QrCode content={pageUrl} label={isOpen ? words.qr : words.receiptQr} />
            <p className="text-pretty text-muted">{isOpen ? words.scan : words.receipt}</p>
          </div>
        )}
        <p role="status" className={`text-pretty font-semibold text-long ${isOpen ? "" : tone}`}>
          <span>{words[says]}</span>
          {figures !== null && <span className="mt-1 block font-normal text-base">{figures}</span>}
        </p>
        {isOpen && isKept && (
          <p role="alert" className="max-w-[40rem] text-pretty text-long text-warn">
            {words.kept}
          </p>
        )}
        <a
          // The server looks once more: money may have come since this was drawn.
          href={`/l/${slug}?till=1${isOpen && !isKept ? `&checkout=${view.id}&cancel=1` : ""}`}
          className={`button min-h-20 max-w-[26rem] text-long ${isPaid ? "button-primary" : "button-secondary"}`}
        >
          {isOpen ? (isKept ? words.leave : words.cancel) : words.next}
        </a>
        {!isPaid && (
          <a
            href={`/l/${slug}?till=1&checkout=${view.id}`}
            className="text-link unscripted min-h-11 md:landscape:col-start-2"
          >
            {words.refresh}
          </a>
        )}
      </div>
      <PaidChime isPaid={isPaid} />
      <LiveUpdates
        checkoutId={view.id}
        screen={screen}
        pace={paceOf(screen, [])}
        fingerprint={checkoutFingerprint(view)}
        offlineSign={offlineSign}
      />
    </MessagesProvider>
  );
}
