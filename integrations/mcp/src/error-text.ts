import { CheckoutApiError, CheckoutConnectionError } from "../../../packages/client/src/checkout-client";

/** A failure for the host: the API's code and message, each invalid field, and the request's id. */
export function toErrorText(error: unknown): string {
  if (error instanceof CheckoutApiError) {
    const fields = error.details.map(({ param, message }) => `${param} ${message}`);
    const invalid = fields.length === 0 ? "" : ` (${fields.join("; ")})`;
    const request = error.requestId === undefined ? "" : ` Request ${error.requestId}.`;
    return `${error.message}${invalid}${request}`;
  }
  if (error instanceof CheckoutConnectionError)
    return `${error.message}. It is unknown whether a write was carried out: repeat it with the same idempotencyKey.`;
  return error instanceof Error ? error.message : "the tool failed";
}
