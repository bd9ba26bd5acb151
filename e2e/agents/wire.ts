import type { Hex } from "viem";

/** What a payer signed, as the token takes it. */
export type SentAuthorization = {
  from: Hex;
  to: Hex;
  value: string;
  validAfter: string;
  validBefore: string;
  nonce: Hex;
  signature: Hex;
};

type Json = Record<string, unknown>;

const toJson = (encoded: string): Json => JSON.parse(Buffer.from(encoded, "base64url").toString()) as Json;
const toBase64 = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");
const toBase64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

const names = ["payment-signature", "x-payment", "authorization"] as const;

/** The header of a request that carries its payment. */
export function paymentHeader({ headers }: Request): { name: string; value: string } | null {
  for (const name of names) {
    const value = headers.get(name);
    if (value !== null) return { name, value };
  }
  return null;
}

/** A request's payment with its JSON changed. */
export function withPayment(request: Request, change: (payment: Json) => Json): Request {
  const found = paymentHeader(request);
  if (found === null) return request;
  const { name, value } = found;
  const headers = new Headers(request.headers);
  const encoded = name === "authorization" ? value.replace(/^Payment /, "") : value;
  const changed = change(toJson(encoded));
  headers.set(name, name === "authorization" ? `Payment ${toBase64Url(changed)}` : toBase64(changed));
  return new Request(request, { headers });
}

/** What the payer signed, in any of the protocols. */
export function authorizationIn(request: Request): SentAuthorization | null {
  const found = paymentHeader(request);
  if (found === null) return null;
  const { payload } = toJson(found.value.replace(/^Payment /, "")) as { payload: Json };
  const fields = (payload.authorization ?? payload) as Omit<SentAuthorization, "signature">;
  return { ...fields, signature: payload.signature as Hex };
}

/** The arguments of `transferWithAuthorization`. */
export function argumentsOf(sent: SentAuthorization): readonly unknown[] {
  const { from, to, value, validAfter, validBefore, nonce, signature } = sent;
  return [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce, signature];
}

/** A 402 whose offers ask for another amount, as someone between client and service could make it. */
export async function withAmount(response: Response, amount: string): Promise<Response> {
  if (response.status !== 402) return response;
  const headers = new Headers(response.headers);
  const inHeader = headers.get("payment-required");
  if (inHeader !== null) {
    const required = toJson(inHeader) as { accepts: Json[] };
    const accepts = required.accepts.map((offer) => ({ ...offer, amount }));
    headers.set("payment-required", toBase64({ ...required, accepts }));
  }
  const challenges = headers.get("www-authenticate");
  if (challenges !== null)
    headers.set(
      "www-authenticate",
      challenges.replace(
        /request="([^"]+)"/g,
        (_, request: string) => `request="${toBase64Url({ ...toJson(request), amount })}"`,
      ),
    );
  const body = (await response.json()) as { accepts?: Json[] };
  const accepts = body.accepts?.map((offer) => ({ ...offer, maxAmountRequired: amount }));
  headers.delete("content-length");
  return Response.json({ ...body, ...(accepts && { accepts }) }, { status: 402, headers });
}

/** What an answer says of the payment, in either protocol. */
export function resultIn({ headers }: Response): {
  x402: { success: boolean; transaction: Hex; network: string; payer: Hex; errorReason?: string } | null;
  mpp: { method: string; status: string; reference: Hex; timestamp: string } | null;
} {
  const x402 = headers.get("payment-response") ?? headers.get("x-payment-response");
  const mpp = headers.get("payment-receipt");
  return {
    x402: x402 === null ? null : (toJson(x402) as never),
    mpp: mpp === null ? null : (toJson(mpp) as never),
  };
}
