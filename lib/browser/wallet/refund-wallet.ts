import { useMutation } from "@tanstack/react-query";
import { signMessage } from "viem/actions";
import type { ApiError } from "@/lib/browser/api";
import { requestExcess } from "@/lib/browser/checkout-api";
import { noHash } from "@/lib/browser/checkout-memory";
import { claimRefund, submitRefundTransaction } from "@/lib/browser/refund-api";
import { nothingReceived, rememberSentRefund } from "@/lib/browser/sent-refund";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { RefundCallView, RefundLinkView } from "@/lib/refunds/refund.schema";
import { excessRequestText, refundClaimText } from "@/lib/refunds/refund-screen.rules";
import { sendCall, useWalletClient } from "./wallet-client";
import { withSentRecord } from "./watch-sent";

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
  const connected = useWalletClient();
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
      const signature = await signMessage(await connected(address), { message });
      const answer = await claimRefund(token, { destinationAddress: address, signature });
      if (!answer.ok) throw new ClaimRefused(answer.error);
      return answer.data;
    },
  });
}

type Refund = { refundId: string; token: string; call: RefundCallView; chainId: number };

/** Asks the merchant's wallet to send the prepared call, then submits its hash as a hint. */
export function useSendRefund({ refundId, token, call, chainId }: Refund) {
  const connected = useWalletClient();
  return useMutation({
    mutationFn: async (): Promise<Hex | null> => {
      const client = await connected(call.from as Hex, chainId);
      return withSentRecord(refundId, nothingReceived, () => sendCall(client, call));
    },
    onSuccess: (txHash) => {
      rememberSentRefund(refundId, txHash ?? noHash);
      // Only speeds it up: we find the payment without it.
      if (txHash !== null) void submitRefundTransaction(token, txHash);
    },
  });
}

/** Asks the wallet to sign the request of the excess, and submits the signature. */
export function useSignExcess(request: Parameters<typeof excessRequestText>[0]) {
  const connected = useWalletClient();
  return useMutation({
    mutationFn: async (): Promise<void> => {
      const { checkoutId, address } = request;
      const signature = await signMessage(await connected(address), { message: excessRequestText(request) });
      const answer = await requestExcess(checkoutId, { wallet: address, signature });
      if (!answer.ok) throw new ClaimRefused(answer.error);
    },
  });
}
