import { bytesToHex, type Hex } from "viem";
import { signTypedData } from "viem/actions";
import { latestValidBefore } from "@/lib/checkouts/state/signable.rules";
import { paymentToSign, permitToSign } from "@/lib/signed/typed-data.rules";
import { authorizePayment, type WalletClient } from "./wallet-client";
import type { WalletOrder, WalletSigning } from "./wallet-order";

/** The service rejected the signature; `code` is the API's, or `UNREACHABLE`. Nothing was sent. */
export class SignedPaymentRefused extends Error {
  override readonly name = "SignedPaymentRefused";
  readonly code: string;

  constructor(code: string) {
    super(`the signed payment was refused: ${code}`);
    this.code = code;
  }
}

/** The wallet asks to allow the amount, or to pay it. */
export type SigningStep = "permitting" | "signing";

/**
 * Asks the wallet to sign for the missing amount, and submits the signature to the service, which pays the fee. A token
 * with permits alone needs two signatures.
 *
 * @throws SignedPaymentRefused
 */
export async function signPayment(
  client: WalletClient,
  order: WalletOrder,
  { kind, domain, permitNonce }: WalletSigning,
  onStep: (step: SigningStep) => void,
): Promise<void> {
  const terms = {
    chainId: order.chainId,
    tokenAddress: order.tokenAddress as Hex,
    from: client.account.address,
    to: order.depositAddress as Hex,
    amountUnits: BigInt(order.amount),
    validAfter: 0n,
    validBefore: latestValidBefore(new Date(order.expiresAt)),
    nonce: bytesToHex(crypto.getRandomValues(new Uint8Array(32))),
  };
  let permitSignature: Hex | undefined;
  if (kind === "EIP2612" && domain !== null && permitNonce !== null) {
    onStep("permitting");
    permitSignature = await signTypedData(client, permitToSign(terms, domain, BigInt(permitNonce)));
  }
  onStep("signing");
  const signature = await signTypedData(client, paymentToSign(kind, terms, domain));
  const answer = await authorizePayment(order.checkedAddress.id, {
    kind,
    chainId: terms.chainId,
    tokenAddress: terms.tokenAddress,
    from: terms.from,
    value: order.amount,
    validAfter: 0,
    validBefore: Number(terms.validBefore),
    nonce: terms.nonce,
    signature,
    ...(permitSignature !== undefined && { permitSignature }),
  });
  if (!answer.ok) throw new SignedPaymentRefused(answer.error.code);
}
