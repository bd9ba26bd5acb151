import type { SweepCalls } from "@/lib/services/ports/dashboard/sweep-calls";
import { depositAddresses } from "./deposit-address";
import { encodeSweep } from "./sweep-call";

/** Sweeps that a merchant's own wallet signs, encoded for the factory. */
export const sweepCalls: SweepCalls = {
  sweep: (...items) => ({ to: depositAddresses.factory, data: encodeSweep(items) }),
};
