"use client";

import { useRouter } from "next/navigation";
import { type Pace, useWhileVisible } from "./while-visible";

/** Refreshes the page while it may still change, at a slowing pace, and not while hidden. */
export function RefreshWhileOpen(pace: Pace) {
  useWhileVisible(useRouter().refresh, pace);
  return null;
}
