"use client";

import { useEffect, useLayoutEffect, useRef } from "react";

type Again = () => void;
/** Null once it has run. */
type Early = { endEarlyPresses?: (() => Again | undefined) | null };

/** Runs once the whole page is hydrated. */
export function PressAgain() {
  const again = useRef<Again>(undefined);
  // In the step after which React handles clicks itself: a later click is not ours.
  useLayoutEffect(() => {
    again.current = (window as Early).endEarlyPresses?.();
  }, []);
  useEffect(() => again.current?.(), []);
  return null;
}
