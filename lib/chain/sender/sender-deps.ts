import type { Chain } from "@/lib/chain/chains.rules";
import type { Clock } from "@/lib/platform/clock.port";
import type { Hex } from "@/lib/platform/hex.rules";
import type { NewId } from "@/lib/platform/ids.port";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import type { Log } from "@/lib/platform/log.port";
import type { ChainSender } from "./chain-sender.port";
import type { OutgoingOwner, OutgoingStore } from "./outgoing-store.port";

export type SenderDeps = {
  clock: Clock;
  log: Log;
  newId: NewId;
  chains: readonly Chain[];
  outgoing: OutgoingStore;
  incidents: Pick<IncidentStore, "raise" | "resolve" | "openAbout">;
  /** Named points at which tests end the process; nothing in production. */
  killPoint: (name: string) => void;
};

/** What incidents about a wallet on a chain are about. */
export function walletSubject(chainId: number, walletAddress: Hex): string {
  return `${chainId}/${walletAddress}`;
}

/** The wallet of a sender with what every incident about it names. */
export function aboutWallet({ chainId, operatorAddress }: ChainSender) {
  return { subject: walletSubject(chainId, operatorAddress), chainId, checkoutId: null };
}

/** The beginning of a name of a kill point. */
export function killPrefix({ purpose }: OutgoingOwner): string {
  return purpose.toLowerCase();
}
