import { verifyPayment } from "./checkout-api";
import { endSent, isAwaited, renameSent } from "./checkout-memory";
import type { WalletOrder } from "./wallet-order";
import { type WalletRequest, watchSent } from "./watch-sent";

const lookMs = 4_000;
/** Half an hour: a transaction that waits longer waits for its owner. */
const mostLooks = 450;

/**
 * Follows a payment that the wallet has sent, for as long as this tab waits for it. That it arrived the page hears from
 * the service; this is for what the service cannot know: that it never will, or comes under another hash.
 */
export async function followSent(
  request: WalletRequest,
  order: Pick<WalletOrder, "checkoutId" | "chainId">,
  { txHash, payer }: { txHash: string; payer: string },
): Promise<void> {
  const { checkoutId, chainId } = order;
  let looks = 0;
  const next = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, lookMs));
    looks += 1;
    return looks <= mostLooks && isAwaited(checkoutId, txHash);
  };
  const outcome = await watchSent(request, { chainId, txHash, payer }, next);
  switch (outcome.kind) {
    case "cancelled":
    case "reverted":
      endSent(checkoutId, txHash, outcome.kind);
      return;
    case "replaced":
      renameSent(checkoutId, txHash, outcome.txHash);
      void verifyPayment(checkoutId, { txHash: outcome.txHash, chainId });
      return followSent(request, order, { txHash: outcome.txHash, payer });
    case "dropped":
      endSent(checkoutId, txHash, "doubtful");
      return;
    case "mined":
    case "unknown":
      return;
    default:
      return outcome satisfies never;
  }
}
