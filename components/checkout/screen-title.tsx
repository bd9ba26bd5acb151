import type { ReactNode } from "react";

/** The heading of a screen: takes the focus when the screen changes. */
export function ScreenTitle({ children }: { children: ReactNode }) {
  return (
    <h1 id="screen-title" tabIndex={-1} className="text-balance font-semibold text-display tracking-tight">
      {children}
    </h1>
  );
}
