"use client";

import type { ReactNode } from "react";

/** Its content comes from the server, so that the icon adds nothing to the first scripts. */
export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <button type="button" onClick={() => window.print()} className="button button-secondary scripted">
      {children}
    </button>
  );
}
