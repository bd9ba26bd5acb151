import { useMutation } from "@tanstack/react-query";
import { useConfig } from "wagmi";
import { signMessage } from "wagmi/actions";
import { excessRequestText } from "@/lib/refunds/excess-request-text.rules";
import { requestExcess } from "./checkout-api";
import { ClaimRefused } from "./refund-wallet";

/** Asks the wallet to sign the request of the excess, and hands the signature in. */
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
