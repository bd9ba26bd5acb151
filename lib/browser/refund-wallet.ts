import { useMutation } from "@tanstack/react-query";
import type { Hash, Hex } from "viem";
import { useConfig } from "wagmi";
import { sendTransaction, signMessage } from "wagmi/actions";
import type { RefundCallView, RefundLinkView } from "@/lib/checkouts/refund-link.schema";
import { refundClaimText } from "@/lib/platform/refund-claim-text.rules";
import type { ApiError } from "./api";
import { claimRefund, submitRefundTransaction } from "./refund-api";
import { rememberSentRefund } from "./sent-refund";

/** The service did not take what the wallet had signed. */
export class ClaimRefused extends Error {
  override readonly name = "ClaimRefused";
  readonly code: string;

  constructor({ code, message }: ApiError) {
    super(message);
    this.code = code;
  }
}

type Claim = { view: RefundLinkView; token: string; amount: string; networkName: string; address: Hex };

/** Asks the wallet to sign that the refund goes to it, and hands the signature in. */
export function useClaimBySignature({ view, token, amount, networkName, address }: Claim) {
  const config = useConfig();
  return useMutation({
    mutationFn: async (): Promise<RefundLinkView> => {
      const message = refundClaimText({
        refundId: view.id,
        checkoutId: view.checkoutId,
        merchantName: view.merchantName,
        amount,
        networkName,
        address,
      });
      const signature = await signMessage(config, { account: address, message });
      const answer = await claimRefund(token, { destinationAddress: address, signature });
      if (!answer.ok) throw new ClaimRefused(answer.error);
      return answer.data;
    },
  });
}

type Refund = { refundId: string; token: string; call: RefundCallView; chainId: number };

/** Asks the merchant's wallet to send the prepared call, then hands its hash in as a hint. */
export function useSendRefund({ refundId, token, call, chainId }: Refund) {
  const config = useConfig();
  return useMutation({
    mutationFn: (): Promise<Hash> =>
      sendTransaction(config, {
        account: call.from as Hex,
        chainId,
        to: call.to as Hex,
        data: call.data as Hex,
        value: BigInt(call.value),
      }),
    onSuccess: (txHash) => {
      rememberSentRefund(refundId, txHash);
      // Only a hint that makes it faster: the payment is found without it.
      void submitRefundTransaction(token, txHash);
    },
  });
}
