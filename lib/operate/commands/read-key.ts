import type { Hex } from "@/lib/platform/values/hex.rules";
import { UsageError } from "./program";

/** A private key from the first line of a text: 0x and 64 hex digits. @throws UsageError, which does not show it */
export function readKey(given: string, usage: string): Hex {
  const key = given.split("\n")[0]?.trim() ?? "";
  if (!/^0x[0-9a-fA-F]{64}$/.test(key))
    throw new UsageError("The first line is not a private key: 0x and 64 hex digits.", usage);
  return key.toLowerCase() as Hex;
}
