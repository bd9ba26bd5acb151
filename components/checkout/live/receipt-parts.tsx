"use client";

import { type ComponentProps, lazy, Suspense } from "react";

// Receipts alone have them, and only with scripts: the screens that take a payment load neither.
const LazyCopyHash = lazy(() => import("./copy-hash"));
const LazyLocalTime = lazy(() => import("./local-time"));

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
