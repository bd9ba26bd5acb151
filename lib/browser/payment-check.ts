import { useQuery } from "@tanstack/react-query";
import { erc20Abi, formatUnits, type Hex } from "viem";
import { estimateContractGas, getBalance, getGasPrice, readContract } from "viem/actions";
import { useWalletClient } from "@/lib/browser/wallet/wallet-client";
import { isSameChoice, type NamedPayment, type WalletChoice } from "@/lib/browser/wallet/wallet-order";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";

/** Obstacles to the transfer, as far as the wallet's own node can tell before signing. */
export type PaymentCheck = {
  /** The payer's tokens, in smallest units. */
  balanceUnits: bigint;
  tooLittle: boolean;
  /** The network's fee, in wei, when the payer holds less; null when it suffices or is unknown. */
  lacksFeeWei: bigint | null;
  /** The token's contract would refuse this transfer. */
  refused: boolean;
};

/**
 * Reads everything through the payer's own wallet. Only an unreadable token balance is an error.
 *
 * @param to the deposit address; before the selection any other, since a transfer costs about the same
 */
export function usePaymentCheck(
  {
    chainId,
    tokenAddress,
    amount,
    to,
  }: Pick<WalletChoice, "chainId" | "tokenAddress" | "amount"> & { to: string },
  payer: Hex,
  enabled: boolean,
) {
  const connected = useWalletClient();
  return useQuery({
    queryKey: ["payment", chainId, tokenAddress, amount, payer],
    enabled,
    // A wallet that does not support these calls will not support them the second time.
    retry: (failures, error) => failures < 1 && walletProblem(error) !== "unsupported",
    // A cached balance must not reject a wallet that was topped up since.
    gcTime: 0,
    queryFn: async (): Promise<PaymentCheck> => {
      const client = await connected(payer, chainId);
      const token = { abi: erc20Abi, address: tokenAddress as Hex } as const;
      const amountUnits = BigInt(amount ?? "0");
      const balanceUnits = await readContract(client, {
        ...token,
        functionName: "balanceOf",
        args: [payer],
      });
      if (balanceUnits < amountUnits)
        return { balanceUnits, tooLittle: true, lacksFeeWei: null, refused: false };
      const [gas, price, coins] = await Promise.allSettled([
        estimateContractGas(client, {
          ...token,
          functionName: "transfer",
          args: [to as Hex, amountUnits],
          account: payer,
        }),
        getGasPrice(client),
        getBalance(client, { address: payer }),
      ]);
      const refused = gas.status === "rejected" && walletProblem(gas.reason) === "refused";
      const feeWei =
        gas.status === "fulfilled" && price.status === "fulfilled" ? gas.value * price.value : null;
      const lacks = feeWei !== null && coins.status === "fulfilled" && coins.value < feeWei;
      return { balanceUnits, tooLittle: false, lacksFeeWei: lacks ? feeWei : null, refused };
    },
  });
}

type Readiness = {
  payer: string;
  choice: WalletChoice | null;
  walletChainId: number;
  /** A wallet was asked to pay before; the outcome is unknown. */
  hasRequested: boolean;
  /** A signature pays, without a network fee. */
  isGasless: boolean;
  /** Undefined while nothing could be read. */
  check: PaymentCheck | undefined;
};

/** Whether the wallet can make the payment that the pressed button named, on its own network, without a warning. */
export function needsNoReview(
  { reported }: { reported: string | null },
  named: NamedPayment,
  readiness: Readiness,
): boolean {
  const { payer, choice, walletChainId, hasRequested, isGasless, check } = readiness;
  if (choice === null || choice.amount === null || !isSameChoice(named, choice)) return false;
  if (named.payer !== null && named.payer !== payer) return false;
  if (BigInt(choice.amount) > BigInt(named.amount) || (named.isFree && !isGasless)) return false;
  if (choice.chainId !== walletChainId) return false;
  if (reported !== null || hasRequested || check === undefined) return false;
  return !check.tooLittle && !check.refused && (isGasless || check.lacksFeeWei === null);
}

/** An amount of a network's own coin, rounded up to two significant digits: "0.00013". */
export function roughCoins(wei: bigint, decimals: number): string {
  const step = 10n ** BigInt(Math.max(wei.toString().length - 2, 0));
  return formatUnits(((wei + step - 1n) / step) * step, decimals);
}
