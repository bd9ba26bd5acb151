"use client";

import { type ReactNode, useLayoutEffect } from "react";

/** Set by the page's first scripts (`FirstWay`). */
type Page = { openWay?: () => void };

/** The ways to pay. Scripts that a change of screen brings don't run: the first one is asked again, before the screen is seen. */
export function Ways({ children }: { children: ReactNode }) {
  useLayoutEffect(() => (window as Page).openWay?.(), []);
  return <div className="mt-6 grid gap-2">{children}</div>;
}
