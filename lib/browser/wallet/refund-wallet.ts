import { useMutation } from "@tanstack/react-query";
import type { Hash } from "viem";
import { useConfig } from "wagmi";
import { sendTransaction, signMessage } from "wagmi/actions";
import type { ApiError } from "@/lib/browser/api";
import { requestExcess } from "@/lib/browser/checkout-api";
import { claimRefund, submitRefundTransaction } from "@/lib/browser/refund-api";
import { rememberSentRefund } from "@/lib/browser/sent-refund";
import type { RefundCallView, RefundLinkView } from "@/lib/checkouts/refunds/refund.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { excessRequestText, refundClaimText } from "@/lib/refunds/refund-screen.rules";

/** The service rejected the wallet's signature. */
export class ClaimRefused extends Error {
  override readonly name = "ClaimRefused";
  readonly code: string;

  constructor({ code, message }: ApiError) {
    super(message);
    this.code = code;
  }
}

type Claim = { view: RefundLinkView; token: string; amount: string; networkName: string; address: Hex };

/** Asks the wallet to sign that the refund goes to it, and submits the signature. */
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

/** Asks the merchant's wallet to send the prepared call, then submits its hash as a hint. */
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
      // Only speeds it up: we find the payment without it.
      void submitRefundTransaction(token, txHash);
    },
  });
}

/** Asks the wallet to sign the request of the excess, and submits the signature. */
export function useSignExcess(request: Parameters<typeof excessRequestText>[0]) {
  const config = useConfig();
  return useMutation({
    mutationFn: async (): Promise<void> => {
      const { checkoutId, address } = request;
      const signature = await signMessage(config, { account: address, message: excessRequestText(request) });
      const answer = await requestExcess(checkoutId, { wallet: address, signature });
      if (!answer.ok) throw new ClaimRefused(answer.error);
    },
  });
}
