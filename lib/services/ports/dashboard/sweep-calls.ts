import type { Hex } from "@/lib/core/checkout";
import type { SweepItem } from "../chain-sender";

/** Names the chain's own coin where a token is asked for. */
export const nativeCoin: Hex = `0x${"0".repeat(40)}`;

/** The factory call that sweeps one token of one deposit to its merchant, for a wallet to sign; it is `from`'s own act. */
export type SweepCalls = { sweep(item: SweepItem): { to: Hex; data: Hex } };
