import type { SweepItem } from "@/lib/chain/sender/chain-sender.port";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Stands for the native coin in place of a token address. */
export const nativeCoin: Hex = `0x${"0".repeat(40)}`;

/** The one factory call that sweeps these deposits to their merchants, for a wallet to send itself. */
export type SweepCalls = { sweep(...items: SweepItem[]): { to: Hex; data: Hex } };
