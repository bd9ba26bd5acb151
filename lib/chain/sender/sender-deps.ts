import type { Chain } from "@/lib/chain/chains.rules";
import type { OutgoingOwner, OutgoingStore } from "@/lib/chain/sender/outgoing/outgoing-store.port";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { IncidentStore, OpenIncident } from "@/lib/platform/incidents/incident-store.port";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { CallRefused, ChainSender } from "./chain-sender.port";

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

/** A wallet that cannot pay for this many calls like the last one is to be filled up. */
const callsInReserve = 10n;

/** Tells the operator of a call that was refused since the wallet cannot pay for it; of no other refusal. */
export async function noteRefusal(
  deps: Pick<SenderDeps, "clock" | "incidents">,
  sender: ChainSender,
  refusal: CallRefused,
): Promise<void> {
  if (refusal.reason !== "NO_GAS_MONEY") return;
  await raiseOutOfGas(deps, sender, await sender.balance(), refusal.neededWei);
}

/** Tells the operator when the wallet could not pay for ten more such calls. @throws ChainUnavailable */
export async function checkReserve(
  deps: Pick<SenderDeps, "clock" | "incidents">,
  sender: ChainSender,
  maxCostWei: bigint,
): Promise<void> {
  const neededWei = callsInReserve * maxCostWei;
  const balanceWei = await sender.balance();
  if (balanceWei < neededWei) await raiseOutOfGas(deps, sender, balanceWei, neededWei);
}

/**
 * @param neededWei with how much the incident ends; null where no one knows, and any increase ends it
 */
export async function raiseOutOfGas(
  { clock, incidents }: Pick<SenderDeps, "clock" | "incidents">,
  sender: ChainSender,
  balanceWei: bigint,
  neededWei: bigint | null,
): Promise<void> {
  const details = {
    wallet: sender.operatorAddress,
    balanceWei: balanceWei.toString(),
    neededWei: neededWei?.toString() ?? null,
  };
  await incidents.raise({ kind: "OUT_OF_GAS", ...aboutWallet(sender), details }, clock.now());
}

/** Ends the incident once the wallet has what it needs. @throws ChainUnavailable */
export async function resolveOutOfGas(
  { clock, incidents }: Pick<SenderDeps, "clock" | "incidents">,
  sender: ChainSender,
  { subject, details }: OpenIncident,
): Promise<void> {
  const balanceWei = await sender.balance();
  const { neededWei, balanceWei: before } = details;
  const isEnough = neededWei === null ? balanceWei > asWei(before) : balanceWei >= asWei(neededWei);
  if (isEnough) await incidents.resolve("OUT_OF_GAS", subject, clock.now());
}

function asWei(value: string | number | null | undefined): bigint {
  return value === null || value === undefined ? 0n : BigInt(value);
}
