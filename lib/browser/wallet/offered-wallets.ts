import { useMemo } from "react";
import { type AnnouncedWallet, useAnnouncedWallets } from "@/lib/browser/announced-wallets";
import { demoWallet } from "./demo-wallet";

/**
 * The wallets of this browser, the demo's first.
 *
 * @param demoChainId where the demo wallet is at first; null without one
 */
export function useWallets(
  demoChainId: number | null,
  { address, name }: { address?: string | undefined; name?: string | undefined } = {},
): readonly AnnouncedWallet[] {
  const announced = useAnnouncedWallets();
  const demo = useMemo(
    () => (demoChainId === null ? [] : [demoWallet(demoChainId, { address, name })]),
    [demoChainId, address, name],
  );
  return [...demo, ...announced];
}

/** Firefox applies this page's policy to the script that an extension puts into it (Firefox bug 1446231). */
export function hidesExtensions(): boolean {
  return /firefox/i.test(navigator.userAgent);
}
