"use client";

import { type ComponentProps, lazy, type ReactNode, Suspense } from "react";
import { fill } from "@/lib/platform/i18n/message.rules";
import { useMessages } from "../messages-provider";

// Receipts alone have them, and only with scripts: the screens that take a payment load neither.
const LazyCopyHash = lazy(() => import("./copy-hash"));
const LazyLocalTime = lazy(() => import("./local-time"));
const LazyReturnToShop = lazy(() => import("./return-to-shop"));
// Few receipts show it.
const LazyExcess = lazy(() => import("./excess-forms"));

export function CopyHash(props: ComponentProps<typeof LazyCopyHash>) {
  return (
    <Suspense>
      <LazyCopyHash {...props} />
    </Suspense>
  );
}

export function LocalTime(props: ComponentProps<typeof LazyLocalTime>) {
  return (
    <Suspense>
      <LazyLocalTime {...props} />
    </Suspense>
  );
}

/** Until its code is there, the link alone, with the place of the countdown. */
export function ReturnToShop(props: ComponentProps<typeof LazyReturnToShop>) {
  const t = useMessages();
  const link = (
    <>
      <a href={props.successUrl} target="_top" className="button button-primary">
        {fill(t.returnToShop, { merchant: props.merchantName })}
      </a>
      <p className="scripted min-h-6" />
    </>
  );
  return (
    <Suspense fallback={link}>
      <LazyReturnToShop {...props} />
    </Suspense>
  );
}

/** The ways to request an overpayment back. */
export function Excess(props: ComponentProps<typeof LazyExcess>) {
  return (
    <Suspense>
      <LazyExcess {...props} />
    </Suspense>
  );
}

/** Its content comes from the server, so that the icon adds nothing to the first scripts. */
export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <button type="button" onClick={() => window.print()} className="button button-secondary scripted">
      {children}
    </button>
  );
}
