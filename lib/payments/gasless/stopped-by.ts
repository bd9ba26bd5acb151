import type { TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { Hex } from "@/lib/platform/hex.rules";

/** What stops every transfer of the token from the payer to the checkout; null when its issuer stops none. */
export function stoppedBy(
  { paused, blocked }: TokenBlocks,
  payer: Hex,
): "WALLET_BLOCKED" | "TRANSFERS_STOPPED" | null {
  if (blocked.includes(payer)) return "WALLET_BLOCKED";
  return paused || blocked.length > 0 ? "TRANSFERS_STOPPED" : null;
}
