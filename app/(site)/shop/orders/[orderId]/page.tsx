import { BadgeCheck } from "lucide-react";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { shopSettings } from "@/app/(site)/shop/shop-settings";
import { TransactionLink } from "@/components/checkout/transaction-link";
import { OrderUpdates } from "@/components/shop/order-updates";
import { ShopFrame } from "@/components/shop/shop-frame";
import { type OrderStatus, readOrder, type ShopEvent } from "@/lib/demo/shop";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { env } from "@/lib/settings/env";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Your order · Corner Coffee", robots: { index: false } };

type Props = { params: Promise<{ orderId: string }> };

/** What the shop knows of an order: only from signed events. */
export default async function Order({ params }: Props) {
  const settings = shopSettings();
  if (settings === null) notFound();
  const found = await readOrder(settings, (await params).orderId);
  if (found === null) notFound();
  const { order, events, status } = found;
  const { title, text } = words[status];
  const payment = events.find(({ data }) => data.paymentTxHash !== null && data.paidAmount !== "0")?.data;
  return (
    <ShopFrame>
      <article className="mx-auto max-w-xl rounded-3xl border border-line bg-card p-6 md:p-10">
        <div role="status">
          <h1 className="font-semibold text-display tracking-tight">{title}</h1>
          <p className="mt-2 text-muted">{text}</p>
        </div>
        <Stages status={status} />
        <dl className="mt-6 divide-y divide-line border-line border-y">
          <Row label="Item" value={order.item} />
          <Row label="Order" value={<Code text={order.id} />} />
          {payment !== undefined && (
            <>
              {/* The demo's tokens all have 6 decimals. */}
              <Row label="Received" value={formatUnits(BigInt(payment.paidAmount), 6)} />
              <Row
                label="Transaction"
                value={
                  <TransactionLink hash={payment.paymentTxHash ?? ""} blockExplorerUrl="" t={hashWords} />
                }
              />
            </>
          )}
        </dl>
        {events.length > 0 && <Events events={events} />}
        {status === "waiting" && order.checkoutId !== null && (
          <a href={`${env().CHECKOUT_PAGE_URL}/c/${order.checkoutId}`} className="button button-primary mt-8">
            Go to payment
          </a>
        )}
        {status !== "waiting" && (
          <a href="/shop" className="button button-secondary mt-8">
            {status === "expired" ? "Back to the shop" : "Order another"}
          </a>
        )}
      </article>
      <OrderUpdates orderId={order.id} status={status} eventCount={events.length} />
    </ShopFrame>
  );
}

const words: Record<OrderStatus, { title: string; text: string }> = {
  waiting: {
    title: "Waiting for your payment",
    text: "This page updates on its own once the shop is notified.",
  },
  paid: { title: "Paid. Thank you!", text: "We're making your flat white." },
  settled: {
    title: "Paid. Thank you!",
    text: "Your flat white is ready, and the money is in the shop's wallet.",
  },
  expired: { title: "Payment time ran out", text: "You haven't ordered anything. The coffee is still here." },
  refunded: { title: "Refunded", text: "We refunded your payment." },
};

function Stages({ status }: { status: OrderStatus }) {
  const stages = [
    { label: "Paid, verified by webhook", done: status === "paid" || status === "settled" },
    { label: "Settled to the shop's wallet", done: status === "settled" },
  ];
  return (
    <ul className="mt-6 grid gap-2">
      {stages.map(({ label, done }) => (
        <li key={label} className={`flex items-center gap-2 ${done ? "font-medium text-ok" : "text-muted"}`}>
          {done ? (
            <BadgeCheck className="size-5" aria-hidden="true" />
          ) : (
            <span aria-hidden="true" className="mx-0.5 size-4 rounded-full border-2 border-line-strong" />
          )}
          {label}
          <span className="sr-only">{done ? "(done)" : "(not yet)"}</span>
        </li>
      ))}
    </ul>
  );
}

function Events({ events }: { events: readonly ShopEvent[] }) {
  return (
    <details className="caption mt-6">
      <summary className="min-h-6 w-fit rounded underline-offset-4 hover:underline">
        {events.length === 1 ? "1 signed event" : `${events.length} signed events`} received by this shop
      </summary>
      <ol className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
        {events.map((event) => (
          <li key={event.id} className="min-w-0">
            <p className="font-medium text-ink">
              {event.event}{" "}
              <span className="font-normal text-muted">{event.timestamp.slice(11, 19)} UTC</span>
            </p>
            <pre className="mt-1 overflow-x-auto rounded-xl bg-well p-3 font-mono text-ink">
              {JSON.stringify(event, null, 2)}
            </pre>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Row({ label, value }: { label: string; value: React.ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-2.5">
      <dt className="caption shrink-0">{label}</dt>
      <dd className="grid min-w-0 justify-items-end text-right">{value}</dd>
    </div>
  );
}

const hashWords = {
  opensExplorer: "opens in a new tab",
  copyHash: "Copy transaction hash",
  copiedHash: "Transaction hash copied.",
};

function Code({ text }: { text: string }) {
  return <span className="block break-all text-left font-mono text-sm">{text}</span>;
}
