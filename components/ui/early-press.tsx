import type { ReactNode } from "react";
import { KeepLastPress } from "./keep-last-press";
import { PressAgain } from "./press-again";

/**
 * Wraps a whole page. Clicks before hydration would be lost: we keep the last such click, or form submitted by Enter,
 * and repeat it after hydration. Links, and forms with an action URL, work without scripts and need none of this.
 * Lazily loaded parts may hydrate later still.
 *
 * @property nonce allows its own script
 */
export function EarlyPress({ nonce, children }: { nonce: string | undefined; children: ReactNode }) {
  return (
    <>
      <KeepLastPress nonce={nonce} />
      {children}
      <PressAgain />
    </>
  );
}
