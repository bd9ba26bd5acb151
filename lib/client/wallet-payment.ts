import { useMutation, useQuery } from "@tanstack/react-query";
import { erc20Abi, type Hash, type Hex } from "viem";
import { readContract } from "viem/actions";
import { useConfig } from "wagmi";
import { getConnectorClient, writeContract } from "wagmi/actions";
import { verifyPayment } from "./checkout-api";
import { rememberSent } from "./checkout-memory";
import type { WalletOrder } from "./wallet-order";

/** The payer's token balance in smallest units, read through the payer's own wallet. */
export function useTokenBalance(order: WalletOrder, payer: Hex, enabled: boolean) {
  const config = useConfig();
  return useQuery({
    queryKey: ["balance", order.chainId, order.tokenAddress, payer],
    enabled,
    queryFn: async () => {
      const client = await getConnectorClient(config, { chainId: order.chainId, account: payer });
      return readContract(client, {
        abi: erc20Abi,
        address: order.tokenAddress as Hex,
        functionName: "balanceOf",
        args: [payer],
      });
    },
  });
}

/** Asks the wallet for exactly the transfer that is missing, then hands its hash in as a hint. */
export function usePayOrder(order: WalletOrder, payer: Hex) {
  const config = useConfig();
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
    onSuccess: (txHash) => {
      rememberSent(order.checkoutId, { txHash, totalPaid: order.totalPaid });
      // Only a hint that makes it faster: the payment is found without it.
      void verifyPayment(order.checkoutId, { txHash, chainId: order.chainId });
    },
  });
}
