import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { encodeSweep } from "@/lib/chain/sender/contract-calls.chain";
import type { SweepCalls } from "./sweep-calls.port";

/** Sweeps that a merchant's own wallet signs, encoded for the factory. */
export const sweepCalls: SweepCalls = {
  sweep: (...items) => ({ to: depositAddresses.factory, data: encodeSweep(items) }),
};
