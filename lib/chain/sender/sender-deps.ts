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
  /** Named points at which tests kill the process; does nothing in production. */
  killPoint: (name: string) => void;
};

/** The subject of incidents about a wallet on a chain. */
export function walletSubject(chainId: number, walletAddress: Hex): string {
  return `${chainId}/${walletAddress}`;
}

/** Details of a sender's wallet for every incident about it. */
export function aboutWallet({ chainId, operatorAddress }: ChainSender) {
  return { subject: walletSubject(chainId, operatorAddress), chainId, checkoutId: null };
}

/** Prefix of a kill point's name. */
export function killPrefix({ purpose }: OutgoingOwner): string {
  return purpose.toLowerCase();
}

/** A wallet should be able to pay for this many more calls like the last one. */
const callsInReserve = 10n;

/** Raises an incident when a call was refused because the wallet cannot pay; not for other refusals. */
export async function noteRefusal(
  deps: Pick<SenderDeps, "clock" | "incidents">,
  sender: ChainSender,
  refusal: CallRefused,
): Promise<void> {
  if (refusal.reason !== "NO_GAS_MONEY") return;
  await raiseOutOfGas(deps, sender, await sender.balance(), refusal.neededWei);
}

/** Raises an incident when the wallet could not pay for ten more such calls. @throws ChainUnavailable */
export async function checkReserve(
  deps: Pick<SenderDeps, "clock" | "incidents">,
  sender: ChainSender,
  maxCostWei: bigint,
): Promise<void> {
  const neededWei = callsInReserve * maxCostWei;
  const balanceWei = await sender.balance();
  if (balanceWei < neededWei) await raiseOutOfGas(deps, sender, balanceWei, neededWei);
}

/** @param neededWei the balance that resolves the incident; null when unknown, then any increase does */
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

/** Resolves the incident once the wallet has enough. @throws ChainUnavailable */
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
