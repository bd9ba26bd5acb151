import { encodeFunctionData, erc20Abi } from "viem";
import { checkoutKey, depositAddresses } from "@/lib/chain/deposit-address.chain";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit-factory";
import type { Hex } from "@/lib/platform/hex.rules";
import type { RefundCall } from "./chain-sender.port";

/** A contract that is called, and what with. */
type ContractCall = { to: Hex; data: Hex };

/** The calls that pay a refund, ready to be signed by whoever may make them. */
export type RefundCalls = {
  /** Pays out of a deposit address, deploying it first where it must; for its refund authority. */
  fromDeposit(refund: RefundCall): ContractCall;
  /** Pays out of the signer's own wallet. */
  fromWallet(transfer: Pick<RefundCall, "tokenAddress" | "to" | "amountUnits">): ContractCall;
};

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
