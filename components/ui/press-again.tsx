"use client";

import { useEffect, useLayoutEffect, useRef } from "react";

type Again = () => void;
type Early = { endEarlyPresses?: () => Again | undefined };

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
