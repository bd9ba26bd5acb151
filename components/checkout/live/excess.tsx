"use client";

import { lazy, Suspense } from "react";
import type { ExcessProps } from "./excess-forms";

// Few receipts show it, and every screen would load an import at once.
const ExcessForms = lazy(() => import("./excess-forms"));

/** The ways to request an overpayment back. */
export function Excess(props: ExcessProps) {
  return (
    <Suspense fallback={null}>
      <ExcessForms {...props} />
    </Suspense>
  );
}
