"use client";

import { useEffect, useLayoutEffect, useRef } from "react";

type Press = MouseEvent | SubmitEvent;
type Early = { endEarlyPresses?: () => Press | undefined };

/** Runs once the whole page hears what is pressed. */
export function PressAgain() {
  const missed = useRef<Press>(undefined);
  // In the very step after which React hears by itself: a press after it is not for us, nor one that is under way,
  // for which React goes through the page at once.
  useLayoutEffect(() => {
    const early = (window as Early).endEarlyPresses?.();
    if (early?.eventPhase === Event.NONE) missed.current = early;
  }, []);
  useEffect(() => {
    const press = missed.current;
    missed.current = undefined;
    if (press === undefined) return;
    const pressed = press.target as Element;
    if ("submitter" in press) (pressed as HTMLFormElement).requestSubmit(press.submitter);
    else pressed.closest("button")?.click();
  }, []);
  return null;
}
