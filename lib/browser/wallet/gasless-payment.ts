import { bytesToHex, type Hex } from "viem";
import { signTypedData } from "viem/actions";
import { latestValidBefore, transferAuthorizationTypes } from "@/lib/signed/authorization.rules";
import { authorizePayment } from "./wallet-api";
import type { WalletClient } from "./wallet-client";
import type { WalletOrder } from "./wallet-order";

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
 *
 * @throws SignedPaymentRefused
 */
export async function signTransfer(client: WalletClient, order: WalletOrder): Promise<void> {
  const { chainId, tokenAddress, depositAddress, signingDomain, amount } = order;
  if (signingDomain === null) throw new SignedPaymentRefused("GASLESS_UNAVAILABLE");
  const message = {
    from: client.account.address,
    to: depositAddress as Hex,
    value: BigInt(amount),
    validAfter: 0n,
    validBefore: latestValidBefore(new Date(order.expiresAt)),
    nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
  };
  const signature = await signTypedData(client, {
    domain: { ...signingDomain, chainId, verifyingContract: tokenAddress as Hex },
    types: transferAuthorizationTypes,
    primaryType: "TransferWithAuthorization",
    message,
  });
  const answer = await authorizePayment(order.checkedAddress.id, {
    chainId,
    tokenAddress,
    from: message.from,
    value: amount,
    validAfter: 0,
    validBefore: Number(message.validBefore),
    nonce: message.nonce,
    signature,
  });
  if (!answer.ok) throw new SignedPaymentRefused(answer.error.code);
}
