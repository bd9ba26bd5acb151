import "server-only";
import { clientOf, limitActions, limitByClient } from "@/lib/api/limits/limits";
import { type HttpAct, operationOf } from "@/lib/api/operations/operation";
import { getCheckouts, getReceiptKeys } from "@/lib/api/wiring/checkouts";
import { checkoutNotFound, getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { apiKeyKind } from "@/lib/projects/keys/api-key.rules";
import { serverClient } from "@/lib/signed/accept-authorization";
import { isMppHeader } from "@/lib/signed/mpp/credential.schema";
import type { PayingSoftware } from "@/lib/signed/signed.acts";
import { offerPayment } from "@/lib/signed/x402/offer-payment";
import type { X402Parts } from "@/lib/signed/x402/pay-by-x402";
import { receiptExtension } from "@/lib/signed/x402/receipt";
import type { PaymentResult } from "@/lib/signed/x402/x402.rules";
import {
  type FirstPaymentRequired,
  type Offered,
  toFirstPaymentRequired,
  toPaymentResponse,
} from "@/lib/signed/x402/x402.schema";
import { admitCaller, keyFamilies } from "./admit-caller";
import { allowEveryOrigin, everyOriginPreflight } from "./cors";
import { mppHeaders, type ReadPayment, readMppPayment, toChallenges } from "./mpp";
import type { Call } from "./note-request";
import { readInput } from "./read-input";
import type { JsonAnswer } from "./respond";
import { handle, type RouteHandler } from "./route";
import { encode, fitOffer, paymentHeaders, readPaymentHeader, type SentPayment } from "./x402-header";

/** How long an answer waits for the block. */
const waitMs = 45_000;

/** Of a payment by MPP. */
const mppFields = [mppHeaders.payment, mppHeaders.ownPayment];

const ownHeaders = [
  "payment-required",
  ...paymentHeaders.map(({ response }) => response),
  mppHeaders.challenge,
  mppHeaders.receipt,
];

/** Other clients name one of their answer's headers among their request's. */
export const x402Preflight = everyOriginPreflight([
  ...paymentHeaders.map(({ payment }) => payment),
  ...mppFields,
  "content-type",
  "access-control-expose-headers",
]);

type X402Act = HttpAct & {
  run: (parts: X402Parts, by: PayingSoftware, given: { checkoutId: string }) => Promise<PaymentResult>;
};

/** Answers software that pays a checkout: what is required, or what became of its payment. */
export function payableByX402(act: X402Act): RouteHandler {
  const operation = operationOf(act);
  return handle(operation, async (call) => {
    allowEveryOrigin(call, ownHeaders);
    const [sent, ...others] = sentPayments(call.request);
    const client = await countCaller(call, sent !== undefined);
    await readInput(operation, call.request);
    if (sent === undefined) return required(call, null);
    if (others.length > 0)
      throw new CheckoutError("VALIDATION_ERROR", fault("api.onePayment"), { param: sent.name });
    const payment = await readPayment(call, sent);
    if (payment === null) return required(call, "invalid-challenge");
    await limitActions(call, "x402", true);
    return pay(act, call, payment, client);
  });
}

/**
 * Counts a request. A shop's server presents its customers' payments, so with its key they count for its project:
 * strangers among them must not use up what its address may do.
 *
 * @returns the client that the payment counts for
 */
async function countCaller(call: Call, isPayment: boolean): Promise<string> {
  const { request, params } = call;
  if (apiKeyKind(request.headers.get("x-api-key") ?? "") === "server") {
    const project = await admitCaller(call, keyFamilies.server);
    const found = await getCheckouts().checkouts.findPublic(params.checkoutId ?? "");
    if (found?.checkout.projectId === project.id) return serverClient(project.id);
  }
  await limitByClient(call, "x402", isPayment);
  return clientOf(request);
}

/** HEAD reads: it pays nothing. */
function sentPayments({ method, headers }: Request): SentPayment[] {
  if (method === "HEAD") return [];
  const sent = paymentHeaders.flatMap(({ payment: name }) => {
    const text = headers.get(name);
    return text === null ? [] : [{ name, text }];
  });
  const credentials = mppFields.flatMap((name) => {
    const text = headers.get(name);
    return isMppHeader(text) ? [{ name, text }] : [];
  });
  return [...sent, ...credentials];
}

/**
 * @returns null for a credential of MPP that answers no challenge: such a client is challenged again
 * @throws CheckoutError VALIDATION_ERROR, CHECKOUT_NOT_FOUND
 */
async function readPayment({ params }: Call, sent: SentPayment): Promise<ReadPayment | null> {
  if (!mppFields.some((name) => name === sent.name)) return readX402Payment(sent, params.checkoutId ?? "");
  const deps = getCheckouts();
  const found = await deps.checkouts.findPublic(params.checkoutId ?? "");
  if (found === null) throw checkoutNotFound();
  return readMppPayment(deps, sent, found.checkout.depositAddress);
}

/** @throws CheckoutError VALIDATION_ERROR */
function readX402Payment(sent: SentPayment, checkoutId: string): ReadPayment {
  const payment = readPaymentHeader(sent);
  const deps = { ...getCheckouts(), receiptKeys: getReceiptKeys() };
  return {
    payment,
    report: (headers, result) => {
      for (const { version, response } of paymentHeaders)
        if (version === payment.version)
          headers.set(
            response,
            encode({
              ...toPaymentResponse(result, payment),
              ...receiptExtension(deps, checkoutId, result),
            }),
          );
    },
  };
}

async function required(call: Call, error: string | null): Promise<JsonAnswer> {
  const deps = getCheckouts();
  const found = await deps.checkouts.findPublic(call.params.checkoutId ?? "");
  if (found === null) throw checkoutNotFound();
  return paymentRequired(call, await offerPayment(deps, found), error);
}

function paymentRequired({ request, headers }: Call, offered: Offered, error: string | null): JsonAnswer {
  const challenge = (part: Offered) => toChallenges(getCheckouts(), request, part);
  const results = paymentHeaders.map(({ response }) => headers.get(response) ?? "");
  const { header, challenges, rest } = fitOffer(offered, error, challenge, results.join("").length);
  headers.set("payment-required", header);
  if (challenges !== null) headers.set(mppHeaders.challenge, challenges);
  return { status: 402, body: JSON.stringify({ ...toFirstPaymentRequired(offered, error), ...rest }) };
}

const statuses = { settled: 200, pending: 202 } as const;

async function pay(
  act: X402Act,
  call: Call,
  { payment, report }: ReadPayment,
  client: string,
): Promise<JsonAnswer> {
  const { headers, params, request } = call;
  const checkoutId = params.checkoutId ?? "";
  const deps = { ...getCheckouts(), x402WaitMs: waitMs };
  const by = { client, signal: request.signal, payment };
  const result: PaymentResult = await act.run(deps, by, { checkoutId });
  report(headers, result);
  if (result.kind === "refused") {
    const offered = await offerAgain(deps, checkoutId);
    if (offered === null) return refusedWithoutOffer(result);
    const answer = paymentRequired(call, offered, result.reason);
    // An approval is missing: the same signature would not help.
    return result.reason === "permit2_allowance_required" ? { ...answer, status: 412 } : answer;
  }
  const data = await getPublicCheckout(deps, checkoutId);
  return { status: statuses[result.kind], body: JSON.stringify({ ok: true, data }) };
}

function refusedWithoutOffer({ reason }: PaymentResult): JsonAnswer {
  const body: FirstPaymentRequired = { x402Version: 1, error: reason ?? "refused", accepts: [] };
  return { status: 402, body: JSON.stringify(body) };
}

/** What to sign instead; null when the checkout can't be paid now. */
async function offerAgain(
  deps: ReturnType<typeof getCheckouts>,
  checkoutId: string,
): Promise<Offered | null> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) return null;
  try {
    return await offerPayment(deps, found);
  } catch (error) {
    if (error instanceof CheckoutError) return null;
    throw error;
  }
}
