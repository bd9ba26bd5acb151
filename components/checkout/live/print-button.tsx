"use client";

import type { ReactNode } from "react";

/** What it shows comes from the server, so that its icon weighs nothing in the page's first scripts. */
export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <button type="button" onClick={() => window.print()} className="button button-secondary scripted">
      {children}
    </button>
  );
}
