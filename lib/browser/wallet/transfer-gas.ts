import type { Account, Chain, Client, Transport } from "viem";
import { estimateGas } from "viem/actions";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A storage slot that goes from zero to a balance costs this much more than one that changes (EIP-2929, EIP-3529). */
const emptySlotGas = 17_100n;

/**
 * The gas limit for a call that transfers a token. Its receiver may be emptied between the estimate and the block, and
 * an empty one takes more gas. Undefined where the wallet's node gives no estimate: the wallet then makes its own and
 * says why.
 */
export async function transferGas(
  client: Client<Transport, Chain | undefined, Account>,
  call: { to: Hex; data: Hex },
): Promise<bigint | undefined> {
  try {
    const estimate = await estimateGas(client, { ...call, account: client.account });
    return (estimate * 11n) / 10n + emptySlotGas;
  } catch {
    return undefined;
  }
}
