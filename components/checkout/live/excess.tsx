"use client";

import { type ComponentProps, lazy, Suspense } from "react";
import type { RequestExcess } from "./request-excess";
import type { SignExcess } from "./sign-excess";

// Few receipts show it, and every screen loads what the page imports at once.
const ExcessForms = lazy(() => import("./excess-forms"));

export type ExcessProps = {
  /** Null once it was requested. */
  request: ComponentProps<typeof RequestExcess> | null;
  sign: ComponentProps<typeof SignExcess>;
};

/** The ways to request an overpayment back. */
export function Excess(props: ExcessProps) {
  return (
    <Suspense fallback={null}>
      <ExcessForms {...props} />
    </Suspense>
  );
}
