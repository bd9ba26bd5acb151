"use client";

import { useEffect } from "react";

type Early = { earlyPress?: HTMLElement | null; endEarlyPresses?: () => void };

/** Runs once the whole page hears what is pressed. */
export function PressAgain() {
  useEffect(() => {
    const early = window as Early;
    early.endEarlyPresses?.();
    early.earlyPress?.click();
    early.earlyPress = null;
  }, []);
  return null;
}
