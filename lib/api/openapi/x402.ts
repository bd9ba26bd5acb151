import { ids } from "@/lib/api/openapi/examples/facts";
import { mppIntent, mppMethod } from "@/lib/signed/mpp/credential.schema";
import { firstPaymentRequired } from "@/lib/signed/x402/x402.schema";
import { type Converter, limitHeaders, toHeader } from "./json-schemas";
import type { Answer, Example, Parameter, PaymentInfo } from "./types";

/** The body of a 402, which the converter of answers has to know. */
export const x402Body = firstPaymentRequired;

const base64 = { type: "string", pattern: "^[A-Za-z0-9+/]+={0,2}$" };

const result =
  "Base64 of JSON: `success`, `transaction` (empty while there is none), `network`, `payer` and, unless settled, `errorReason`.";

/** Headers in which software pays. */
export const x402Parameters: readonly Parameter[] = [
  {
    name: "PAYMENT-SIGNATURE",
    in: "header",
    required: false,
    description:
      "The payment after x402 version 2: base64 of JSON with `x402Version`, `accepted` (one entry of the offer) and `payload` (`signature` and `authorization`). Without it you get the offer.",
    schema: base64,
  },
  {
    name: "X-PAYMENT",
    in: "header",
    required: false,
    description: "The same after version 1. Read the result in `X-PAYMENT-RESPONSE`.",
    schema: base64,
  },
];

export const paymentInfo: PaymentInfo = {
  method: mppMethod,
  intent: mppIntent,
  amount: null,
  description: "The checkout's price, in one of its tokens: see the challenge.",
};

const resultHeaders = {
  "PAYMENT-RESPONSE": { description: result, schema: base64 },
  "X-PAYMENT-RESPONSE": { description: "The same, for a payment in `X-PAYMENT`.", schema: base64 },
};

const offer = {
  x402Version: 1,
  error: "payment required",
  accepts: [
    {
      scheme: "exact",
      network: "base",
      maxAmountRequired: "4500900",
      resource: `https://pay.example.com/c/${ids.checkout}/x402`,
      description: "Coffee, Blue Bottle",
      mimeType: "application/json",
      payTo: "0x3f8C2b7E9a41D05c6B7e8F90a1B2C3d4E5f60718",
      maxTimeoutSeconds: 300,
      asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      extra: { name: "USD Coin", version: "2" },
    },
  ],
};

const required: Example = { summary: "On Base", value: offer };
const refused: Example = {
  summary: "The price has moved",
  value: { ...offer, error: "invalid_exact_evm_payload_authorization_value_mismatch" },
};

/** The answers of a payment besides success and errors. @param success of a settled payment */
export function x402Answers(success: Answer, { use }: Converter): Record<string, Answer> {
  const headers = { ...success.headers, ...resultHeaders };
  const receipt = {
    "Payment-Receipt": {
      description:
        "For a payment in `Authorization: Payment` (MPP): base64url of JSON with `method`, `status`, `reference` (the transaction), `timestamp`, `challengeId` and `chainId`.",
      schema: { type: "string" },
    },
  };
  const offerAnswer: Answer = {
    description:
      "Payment required, or refused with `errorReason`: nothing was paid. `PAYMENT-REQUIRED` holds the offer for version 2, the cheapest entries first; the body has the one for version 1, and the whole one where the header has no room for it.",
    headers: {
      "x-request-id": toHeader("RequestId"),
      ...limitHeaders,
      "PAYMENT-REQUIRED": {
        description:
          "Base64 of JSON: `x402Version`, `resource`, `accepts` (`scheme`, `network`, `amount`, `asset`, `payTo`, `maxTimeoutSeconds`, `extra`) and, after a refusal, `error`.",
        schema: base64,
      },
      "WWW-Authenticate": {
        description:
          'The same offer for MPP, as far as it fits: challenges `Payment id, realm, method, intent, request, expires`, with method `evm` and intent `charge`, and `header="Payment-Authorization"` for a request whose `Authorization` is no payment.',
        schema: { type: "string" },
      },
      ...resultHeaders,
    },
    content: { "application/json": { schema: use(x402Body), examples: { required, refused } } },
  };
  return {
    200: {
      ...success,
      description: "Settled: the payment is in a block.",
      headers: { ...headers, ...receipt },
    },
    202: {
      ...success,
      description:
        "Under way: `errorReason` is `settlement_pending`. Don't sign again. Send the same payment again to learn its outcome.",
      headers,
    },
    402: offerAnswer,
    412: {
      ...offerAnswer,
      description:
        "Refused with `permit2_allowance_required`: nothing was paid. Approve Permit2 for the token first, or sign another entry of the offer.",
    },
  };
}
