"use client";

import { useEffect, useRef } from "react";

const key = "checkout:qr";

/** Keeps on this device which of the two QR codes its customer uses, and shows that one the next time. */
export default function RememberQr() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const codes = place.current?.closest("fieldset");
    if (!codes) return;
    const inputs = [...codes.querySelectorAll("input")];
    // The customer chose before this code was loaded.
    const chosen = inputs.find(({ checked, defaultChecked }) => checked && !defaultChecked);
    const kept = inputs.find(({ value }) => value === readKept());
    if (chosen !== undefined) writeKept(chosen.value);
    else if (kept !== undefined) kept.checked = true;
    const keep = ({ target }: Event) => {
      if (target instanceof HTMLInputElement) writeKept(target.value);
    };
    codes.addEventListener("change", keep);
    return () => codes.removeEventListener("change", keep);
  }, []);
  return <span ref={place} hidden />;
}

// Storage may be forbidden (private modes, blocked cookies): then nothing is kept.
function readKept(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeKept(value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Not kept.
  }
}
