import type { ReactNode } from "react";
import { NetworkMark } from "@/components/ui/network-mark";

/** The line under a screen's title that names the network. */
export function NetworkLine({ chainId, children }: { chainId: number; children: ReactNode }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2">
      <NetworkMark chainId={chainId} />
      {children}
    </p>
  );
}
