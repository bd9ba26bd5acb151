import {
  CallRefused,
  type ChainSender,
  type PreparedCall,
  type RefundCall,
} from "@/lib/chain/sender/chain-sender.port";
import { noteRefusal } from "@/lib/chain/sender/gas-money";
import type { SenderDeps } from "@/lib/chain/sender/sender-deps";

/**
 * The call as the chain would do it now. Where it would revert, the same payment to the sender's own wallet tells why:
 * when that one goes through and the customer's still does not, the token refuses the customer's address, and no
 * waiting helps. Everything else may pass: dear gas, an empty wallet, a paused token, a node that lags.
 *
 * @throws ChainUnavailable
 */
export async function prepareRefund(
  deps: Pick<SenderDeps, "clock" | "log" | "incidents">,
  sender: ChainSender,
  call: RefundCall,
  refundId: string,
): Promise<PreparedCall | "waits" | "destination refused"> {
  const refusal = await attempt(sender, call);
  if (!(refusal instanceof CallRefused)) return refusal;
  const { chainId } = sender;
  deps.log.warn({ chainId, refundId, reason: refusal.reason, error: refusal }, "a refund is not signed");
  await noteRefusal(deps, sender, refusal);
  if (refusal.reason !== "REVERTED") return "waits";
  const probe = await attempt(sender, { ...call, to: sender.operatorAddress });
  if (probe instanceof CallRefused) return "waits";
  const again = await attempt(sender, call);
  if (!(again instanceof CallRefused)) return again;
  return again.reason === "REVERTED" ? "destination refused" : "waits";
}

async function attempt(sender: ChainSender, call: RefundCall): Promise<PreparedCall | CallRefused> {
  try {
    return await sender.prepareRefund(call);
  } catch (error) {
    if (error instanceof CallRefused) return error;
    throw error;
  }
}
