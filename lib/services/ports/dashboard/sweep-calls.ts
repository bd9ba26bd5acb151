import type { Hex } from "@/lib/platform/hex.rules";
import type { SweepItem } from "../chain-sender";

/** Names the chain's own coin where a token is asked for. */
export const nativeCoin: Hex = `0x${"0".repeat(40)}`;

/** The one factory call that sweeps these deposits to their merchants, for a wallet to send itself. */
export type SweepCalls = { sweep(...items: SweepItem[]): { to: Hex; data: Hex } };
