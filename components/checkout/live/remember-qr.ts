import { useEffect } from "react";

const key = "checkout:qr";

/** Keeps on this device which of the two QR codes its customer uses, and shows that one the next time. */
export function useRememberedQr(screen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen may have codes.
  useEffect(() => {
    const codes = [...document.querySelectorAll<HTMLInputElement>("[name=qr]")];
    // The customer chose before this code was loaded.
    const chosen = codes.find(({ checked, defaultChecked }) => checked && !defaultChecked);
    if (chosen !== undefined) keep(chosen.value);
    const kept = readKept();
    for (const code of codes) {
      code.checked ||= code.value === kept;
      code.onchange = () => keep(code.value);
    }
  }, [screen]);
}

// Storage may be forbidden (private modes, blocked cookies): then nothing is kept.
function readKept(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Not kept.
  }
}
