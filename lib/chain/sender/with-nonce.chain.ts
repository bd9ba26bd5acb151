import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "@/lib/platform/hex.rules";
import { tellsLostNonce } from "./lost-nonce.rules";

/**
 * Sends until the transaction has a nonce of its own: of two at the same moment a local node may give both one nonce,
 * and then takes only the first.
 */
export async function withNonce(send: () => Promise<Hex>, triesLeft = 20): Promise<Hex> {
  try {
    return await send();
  } catch (error) {
    if (!tellsLostNonce(String(error)) || triesLeft === 0) throw error;
    await sleep(50 + 100 * Math.random());
    return withNonce(send, triesLeft - 1);
  }
}
