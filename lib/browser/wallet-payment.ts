import { useMutation } from "@tanstack/react-query";
import { type EIP1193Provider, erc20Abi, type Hash, type Hex } from "viem";
import { useConfig, useConnection } from "wagmi";
import { writeContract } from "wagmi/actions";
import { verifyPayment } from "./checkout-api";
import { rememberSent } from "./checkout-memory";
import { followSent } from "./follow-sent";
import type { WalletOrder } from "./wallet-order";
import type { WalletRequest } from "./watch-sent";

/** Asks the wallet for exactly the transfer that is missing, then hands its hash in as a hint. */
export function usePayOrder(order: WalletOrder, payer: Hex) {
  const config = useConfig();
  const { connector } = useConnection();
  return useMutation({
    mutationFn: (): Promise<Hash> =>
      writeContract(config, {
        abi: erc20Abi,
        address: order.tokenAddress as Hex,
        functionName: "transfer",
        args: [order.depositAddress as Hex, BigInt(order.remainingAmount)],
        chainId: order.chainId,
        account: payer,
      }),
    onSuccess: async (txHash) => {
      rememberSent(order.checkoutId, { txHash, totalPaid: order.totalPaid, sentAt: Date.now() });
      // Only a hint that makes it faster: the payment is found without it.
      void verifyPayment(order.checkoutId, { txHash, chainId: order.chainId });
      if (connector === undefined) return;
      // The dialog and its connection go; the wallet itself stays to be asked.
      const provider = (await connector.getProvider()) as EIP1193Provider;
      void followSent(provider.request.bind(provider) as WalletRequest, order, { txHash, payer });
    },
  });
}
