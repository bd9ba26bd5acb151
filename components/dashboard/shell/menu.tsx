"use client";

import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";

// Made here: `<details>` brings keyboard and state, so a menu library would only add scripts to every page.

type Props = {
  label: string;
  summary: ReactNode;
  summaryClass?: string;
  align?: "start" | "end";
  children: ReactNode;
};

/** A button that opens a small panel; Escape, a click elsewhere and navigation close it. */
export function Menu({ label, summary, summaryClass = "", align = "start", children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const path = usePathname();
  const shownAt = useRef(path);

  // The browser may open it before the scripts run: they leave it open, and close it on navigation.
  useEffect(() => {
    if (shownAt.current === path) return;
    shownAt.current = path;
    details.current?.removeAttribute("open");
  }, [path]);

  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (element === null || !element.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        element.querySelector("summary")?.focus();
      } else if (event.target instanceof Node && element.contains(event.target)) return;
      element.removeAttribute("open");
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);

  return (
    <details ref={details} className="relative min-w-0">
      <summary
        aria-label={label}
        className={`flex list-none items-center rounded-lg hover:bg-well [&::-webkit-details-marker]:hidden ${summaryClass}`}
      >
        {summary}
      </summary>
      <div
        className={`absolute top-full z-20 mt-1 max-h-[70dvh] w-64 max-w-[85vw] overflow-y-auto rounded-xl border border-line bg-card p-1.5 shadow-lg ${
          align === "end" ? "end-0" : "start-0"
        }`}
      >
        {children}
      </div>
    </details>
  );
}
