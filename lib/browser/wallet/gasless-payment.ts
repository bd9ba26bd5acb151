import { useMutation } from "@tanstack/react-query";
import { bytesToHex, type Hex } from "viem";
import { useConfig } from "wagmi";
import { signTypedData } from "wagmi/actions";
import { callApi, post } from "@/lib/browser/api";
import { latestValidBefore, transferAuthorizationTypes } from "@/lib/checkouts/gasless/authorization.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { WalletOrder } from "./wallet-config";

/** The service rejected the signature; `code` is the API's, or `UNREACHABLE`. Nothing was sent. */
export class SignedPaymentRefused extends Error {
  override readonly name = "SignedPaymentRefused";
  readonly code: string;

  constructor(code: string) {
    super(`the signed payment was refused: ${code}`);
    this.code = code;
  }
}

/**
 * Asks the wallet to sign for the missing amount (EIP-3009), and submits the signature to the service, which pays the
 * fee.
 */
export function useGaslessPayment(order: WalletOrder, payer: Hex) {
  const config = useConfig();
  return useMutation({
    mutationFn: async (): Promise<void> => {
      const { chainId, tokenAddress, depositAddress, signingDomain } = order;
      if (signingDomain === null) throw new SignedPaymentRefused("GASLESS_UNAVAILABLE");
      const message = {
        from: payer,
        to: depositAddress as Hex,
        value: BigInt(order.remainingAmount),
        validAfter: 0n,
        validBefore: latestValidBefore(new Date(order.expiresAt)),
        nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
      };
      const signature = await signTypedData(config, {
        account: payer,
        domain: { ...signingDomain, chainId, verifyingContract: tokenAddress as Hex },
        types: transferAuthorizationTypes,
        primaryType: "TransferWithAuthorization",
        message,
      });
      const answer = await callApi<PublicCheckoutView>(
        `/api/c/${encodeURIComponent(order.checkoutId)}/authorize`,
        post({
          chainId,
          tokenAddress,
          from: payer,
          value: order.remainingAmount,
          validAfter: 0,
          validBefore: Number(message.validBefore),
          nonce: message.nonce,
          signature,
        }),
      );
      if (!answer.ok) throw new SignedPaymentRefused(answer.error.code);
    },
  });
}
