import { useMutation } from "@tanstack/react-query";
import { useConnection } from "wagmi";
import { addressAgrees } from "@/lib/browser/address-check";
import { selectToken } from "@/lib/browser/checkout-api";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type SigningStep, signPayment } from "./gasless-payment";
import { switchWallet } from "./switch-network";
import { useWalletClient } from "./wallet-client";
import {
  isSameChoice,
  toWalletOrder,
  type WalletChoice,
  type WalletOffer,
  type WalletOrder,
  type WalletSigning,
} from "./wallet-order";
import { sendTransfer } from "./wallet-payment";
import { WalletError } from "./wallet-problem";

/** The service refused the choice; `code` is the API's, or `UNREACHABLE`. */
export class ChoiceRefused extends Error {
  override readonly name = "ChoiceRefused";
  readonly code: string;

  constructor(code: string) {
    super(`the choice was refused: ${code}`);
    this.code = code;
  }
}

/** The amount at the present rate is above the one that the button showed. */
export class PriceRose extends Error {
  override readonly name = "PriceRose";
  readonly order: WalletOrder;

  constructor(order: WalletOrder) {
    super("the amount rose");
    this.order = order;
  }
}

/** The deposit address does not follow from the checkout, so paying is refused. */
export class AddressWrong extends Error {
  override readonly name = "AddressWrong";
}

/** The wallet did not go to the network. */
export class SwitchFailed extends Error {
  override readonly name = "SwitchFailed";
}

export type PayStep = "selecting" | "switching" | SigningStep | "confirming";

type Payment = {
  choice: WalletChoice;
  /** A signature costs no network fee; never replaced by a transfer, which does. Null for a transfer. */
  signing: WalletSigning | null;
  onStep: (step: PayStep) => void;
  /** A selection was stored, so the page shows something else now. */
  onSelected: () => void;
};

/** One press: stores the choice unless it is the selected one, brings the wallet to its network, and asks it to pay. */
export function usePayment({ checkoutId, order: selected }: WalletOffer, payer: Hex) {
  const connected = useWalletClient();
  const { connector, chainId } = useConnection();
  return useMutation({
    mutationFn: async ({ choice, signing, onStep, onSelected }: Payment): Promise<void> => {
      if (connector === undefined) throw new WalletError(4900, "no wallet is connected");
      const order = await placeOrder();
      if (!addressAgrees(order.checkedAddress)) throw new AddressWrong("the deposit address differs");
      if (chainId !== order.chainId) {
        onStep("switching");
        await switchWallet(connector, order).catch((cause: unknown) => {
          throw new SwitchFailed("the wallet stayed on its network", { cause });
        });
      }
      const client = await connected(payer, order.chainId);
      if (signing !== null) return signPayment(client, order, signing, onStep);
      onStep("confirming");
      return sendTransfer(client, order);

      async function placeOrder(): Promise<WalletOrder> {
        if (selected !== null && isSameChoice(selected, choice)) return selected;
        onStep("selecting");
        const answer = await selectToken(checkoutId, {
          chainId: choice.chainId,
          tokenAddress: choice.tokenAddress,
        });
        if (!answer.ok) throw new ChoiceRefused(answer.error.code);
        onSelected();
        const placed = toWalletOrder(answer.data);
        if (placed === null || !isSameChoice(placed, choice))
          throw new ChoiceRefused("CHECKOUT_NOT_SELECTABLE");
        if (BigInt(placed.amount) > BigInt(choice.amount ?? "0")) throw new PriceRose(placed);
        return placed;
      }
    },
  });
}
