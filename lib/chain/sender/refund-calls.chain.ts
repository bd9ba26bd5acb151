import { encodeFunctionData, erc20Abi } from "viem";
import { checkoutKey, depositAddresses } from "@/lib/chain/deposit-address.chain";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit-factory";
import type { RefundCalls } from "./refund-calls.port";

/** The calls that pay refunds, encoded for the factory and for ERC-20 tokens. */
export const refundCalls: RefundCalls = {
  fromDeposit: ({
    checkoutId,
    merchantAddress,
    refundAuthority,
    openSweep,
    tokenAddress,
    to,
    amountUnits,
  }) => ({
    to: depositAddresses.factory,
    data: encodeFunctionData({
      abi: depositFactoryAbi,
      functionName: "refund",
      args: [
        { checkoutKey: checkoutKey(checkoutId), merchant: merchantAddress, refundAuthority, openSweep },
        tokenAddress,
        to,
        amountUnits,
      ],
    }),
  }),
  fromWallet: ({ tokenAddress, to, amountUnits }) => ({
    to: tokenAddress,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amountUnits] }),
  }),
};
