import type { ReactNode } from "react";
import { ScreenTitle } from "./screen-title";

/** A screen that tells one thing, and what happens next. */
export function Notice({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="flex flex-1 flex-col justify-center py-2 md:py-6">
      <span
        aria-hidden="true"
        className="grid size-12 place-items-center rounded-full bg-well text-muted print:hidden"
      >
        {icon}
      </span>
      <div className="mt-4">
        <ScreenTitle>{title}</ScreenTitle>
      </div>
      <div className="wrap-anywhere mt-3 grid gap-4 text-pretty text-muted">{children}</div>
    </div>
  );
}
