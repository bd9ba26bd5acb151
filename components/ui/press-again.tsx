"use client";

import { useEffect, useLayoutEffect, useRef } from "react";

type Again = () => void;
/** Null once it has run. */
type Early = { endEarlyPresses?: (() => Again | undefined) | null };

/** Runs once the whole page hears what is pressed. */
export function PressAgain() {
  const again = useRef<Again>(undefined);
  // In the very step after which React hears by itself: a press after it is not for us.
  useLayoutEffect(() => {
    again.current = (window as Early).endEarlyPresses?.();
  }, []);
  useEffect(() => again.current?.(), []);
  return null;
}
