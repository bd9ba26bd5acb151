// Checks receipts that the service signed for payments by software: no dependency but `fetch` and Web Crypto.

/** What the service states: the payment is in a block (`settled`), or can't be taken back any more (`final`). */
export type Receipt = {
  version: 1;
  state: "settled" | "final";
  /** In CAIP-2 form, such as eip155:8453. */
  network: string;
  /** Where the checkout is paid. */
  resourceUrl: string;
  payer: string;
  transaction: string;
  /** The token's contract. */
  asset: string;
  /** In the token's smallest unit. */
  amount: string;
  payTo: string;
  /** Unix time in seconds. */
  issuedAt: number;
};

/** There is no receipt, or it isn't this service's. */
export class ReceiptError extends Error {
  override readonly name = "ReceiptError";
}

type Jwk = { kty: string; crv: string; x: string };
type KeyDocument = { verificationMethod?: { id: string; publicKeyJwk: Jwk }[] };

/**
 * The receipt in a `PAYMENT-RESPONSE`, if this service signed it. A payment that was taken back has none: ask again with
 * the same payment.
 *
 * @param paymentResponse the header's value
 * @throws ReceiptError
 */
export async function verifyReceipt(
  paymentResponse: string | null,
  { baseUrl, fetch: ask = fetch }: { baseUrl: string; fetch?: typeof fetch },
): Promise<Receipt> {
  const [head = "", body = "", signature = ""] = receiptIn(paymentResponse).split(".");
  const { alg, kid } = decode(head) as { alg?: string; kid?: string };
  const answer = await ask(`${baseUrl.replace(/\/+$/, "")}/api/receipts/did.json`);
  const { verificationMethod = [] } = (await answer.json()) as KeyDocument;
  const key = verificationMethod.find(({ id }) => id === kid);
  if (alg !== "EdDSA" || key === undefined) throw new ReceiptError("the receipt has an unknown key");
  const { kty, crv, x } = key.publicKeyJwk;
  const algorithm = { name: "Ed25519" };
  const publicKey = await crypto.subtle.importKey("jwk", { kty, crv, x }, algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  if (!(await crypto.subtle.verify(algorithm, publicKey, bytesOf(signature), signed)))
    throw new ReceiptError("the receipt's signature is wrong");
  return decode(body) as Receipt;
}

function receiptIn(paymentResponse: string | null): string {
  const response = decode(paymentResponse ?? "") as {
    extensions?: { "offer-receipt"?: { info?: { receipt?: { format?: string; signature?: string } } } };
  };
  const receipt = response.extensions?.["offer-receipt"]?.info?.receipt;
  if (receipt?.format !== "jws" || typeof receipt.signature !== "string")
    throw new ReceiptError("the answer has no receipt");
  return receipt.signature;
}

/** @throws ReceiptError */
function decode(text: string): object {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytesOf(text)));
    if (typeof value === "object" && value !== null) return value;
  } catch {
    // Below.
  }
  throw new ReceiptError("the receipt is malformed");
}

/** Of either alphabet of base64. */
function bytesOf(text: string) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}
