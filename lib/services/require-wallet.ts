import type { Chain } from "@/lib/core/chains";
import type { Hex } from "@/lib/core/checkout";
import { CheckoutError } from "@/lib/core/errors";
import type { DepositAddresses } from "./ports/deposit-addresses";
import type { PaymentStore } from "./ports/payment-store";

export type RequireWalletDeps = {
  chains: readonly Chain[];
  payments: Pick<PaymentStore, "checkoutsByDepositAddress">;
  depositAddresses: DepositAddresses;
};

/**
 * Money sent to nobody's wallet is lost: the zero address, a token, a deposit address or a contract behind deposits is refused.
 *
 * @param named lower-case
 * @param param the field that named it
 * @throws CheckoutError VALIDATION_ERROR
 */
export async function requireWallet(deps: RequireWalletDeps, named: Hex, param: string): Promise<void> {
  const isToken = deps.chains.some(({ tokens }) => tokens.some(({ address }) => address === named));
  const isDeposit = (await deps.payments.checkoutsByDepositAddress([named])).size > 0;
  if (!/^0x0{40}$/.test(named) && !isToken && !deps.depositAddresses.contracts.includes(named) && !isDeposit)
    return;
  const message =
    "must be a wallet: not the zero address, a token contract, a deposit address or a contract behind deposits";
  throw new CheckoutError("VALIDATION_ERROR", `${param} ${message}.`, {
    param,
    details: [{ param, message }],
  });
}
