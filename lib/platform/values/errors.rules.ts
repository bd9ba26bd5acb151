import { type Fault, fault, sentenceOf } from "@/lib/platform/faults/fault.rules";

/**
 * An error class that `instanceof` recognises by its name. Next bundles a module more than once in a process
 * (instrumentation and routes), so one copy's services catch errors of the other copy's adapters.
 *
 * @example class CallRefused extends SharedError { static override readonly errorName = "CallRefused"; }
 */
export abstract class SharedError extends Error {
  /** Unique to the class. A subclass without its own name would pass for this one. */
  static readonly errorName: string = "SharedError";

  override get name(): string {
    return (this.constructor as typeof SharedError).errorName;
  }

  static override [Symbol.hasInstance]<T extends { prototype: unknown; readonly errorName: string }>(
    this: T,
    value: unknown,
  ): value is T["prototype"] {
    // biome-ignore lint/complexity/noThisInStatic: of the class that is asked; every subclass inherits this method.
    return value instanceof Error && value.name === this.errorName;
  }
}

/** Every public error code with its HTTP status (spec §7 and the project's decisions). */
export const errorStatuses = {
  SERVER_KEY_REQUIRED: 400,
  INVALID_KEY_TYPE: 403,
  INSUFFICIENT_KEY_SCOPE: 403,
  PROJECT_NOT_FOUND: 404,
  AUTH_PROJECT_REQUIRED: 400,
  AUTH_PROJECT_NOT_FOUND: 404,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  ORIGIN_NOT_ALLOWED: 403,
  MERCHANT_ADDRESS_NOT_ALLOWED: 403,
  RATE_LIMIT_EXCEEDED: 429,
  NETWORK_LIMIT_REACHED: 429,
  VALIDATION_ERROR: 400,
  UNSUPPORTED_FIAT_CURRENCY: 400,
  UNSUPPORTED_CHAIN: 400,
  UNSUPPORTED_TOKEN: 400,
  UNSUPPORTED_TOKEN_FOR_FIAT: 400,
  EXCHANGE_RATE_UNAVAILABLE: 503,
  CHAIN_UNAVAILABLE: 503,
  AMOUNT_TOO_SMALL: 400,
  CHECKOUT_NOT_FOUND: 404,
  CHECKOUT_NOT_CANCELLABLE: 409,
  CHECKOUT_NOT_SELECTABLE: 409,
  CHECKOUT_NOT_REQUOTABLE: 409,
  CHECKOUT_NOT_REFUNDABLE: 409,
  RECEIPT_UNAVAILABLE: 409,
  REFUND_AMOUNT_EXCEEDS_AVAILABLE: 400,
  REFUND_NOT_FOUND: 404,
  REFUND_NOT_APPROVABLE: 409,
  REFUND_NOT_CANCELLABLE: 409,
  REFUND_NOT_CLAIMABLE: 409,
  REFUND_NOT_SIGNABLE: 409,
  CHECKOUT_NOT_ACCEPTABLE: 409,
  ACCEPT_AMOUNT_MISMATCH: 409,
  REFUND_LINK_NOT_FOUND: 404,
  PAYMENT_LINK_NOT_FOUND: 404,
  SETTLEMENT_NOT_FOUND: 404,
  EVENT_NOT_FOUND: 404,
  WEBHOOK_ENDPOINT_NOT_FOUND: 404,
  WEBHOOK_ENDPOINT_LIMIT: 409,
  WEBHOOK_ENDPOINT_DISABLED: 409,
  WEBHOOK_DELIVERY_NOT_FOUND: 404,
  /** The present state forbids it: someone else was faster, or it would remove the last one. */
  CONFLICT: 409,
  INVALID_SIGNATURE: 422,
  CHECKOUT_EXPIRED: 409,
  CHECKOUT_NOT_PAYABLE: 409,
  GASLESS_UNAVAILABLE: 409,
  PERMIT2_ALLOWANCE_REQUIRED: 409,
  WALLET_BLOCKED: 422,
  TRANSFERS_STOPPED: 409,
  AUTHORIZATION_IN_FLIGHT: 409,
  AUTHORIZATION_USED: 409,
  INVALID_AUTHORIZATION: 422,
  INSUFFICIENT_BALANCE: 422,
  INVALID_TX_HASH: 400,
  CHAIN_MISMATCH: 409,
  TRANSACTION_NOT_FOUND: 404,
  TRANSACTION_REVERTED: 422,
  NO_MATCHING_TRANSFER: 422,
  IDEMPOTENCY_KEY_IN_USE: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  METHOD_NOT_ALLOWED: 405,
  NOT_FOUND: 404,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** Error codes of the dashboard's own pages, which no API key ever gets. */
export const dashboardErrorStatuses = {
  /** The action needs a fresh proof of identity. */
  REAUTHENTICATION_REQUIRED: 403,
} as const;

export type DashboardErrorCode = keyof typeof dashboardErrorStatuses;

const allStatuses: Readonly<Record<ErrorCode | DashboardErrorCode, number>> = {
  ...errorStatuses,
  ...dashboardErrorStatuses,
};

export type ErrorDetail = { param: string; message: string };

export type FieldFault = { param: string; fault: Fault };

/**
 * A result for the caller: thrown by schemas and services, mapped to the envelope once, at the edge. Its sentence is
 * public; details for the operator go into `cause`.
 */
export class CheckoutError extends SharedError {
  static override readonly errorName = "CheckoutError";
  readonly code: ErrorCode | DashboardErrorCode;
  readonly fault: Fault;
  /** The invalid field. */
  readonly param: string | undefined;
  /** Of a VALIDATION_ERROR: every invalid field. */
  readonly faults: readonly FieldFault[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode | DashboardErrorCode,
    fault: Fault,
    options: {
      param?: string;
      faults?: readonly FieldFault[];
      retryAfterSeconds?: number;
      cause?: unknown;
    } = {},
  ) {
    super(sentenceOf(fault), { cause: options.cause });
    this.code = code;
    this.fault = fault;
    this.param = options.param;
    const { param, faults } = options;
    const isOfField = code === "VALIDATION_ERROR" && param !== undefined;
    this.faults = faults ?? (isOfField ? [{ param, fault }] : []);
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return allStatuses[this.code];
  }

  /** The invalid fields in English. */
  get details(): readonly ErrorDetail[] {
    return this.faults.map(({ param, fault }) => ({ param, message: sentenceOf(fault) }));
  }
}

/**
 * One invalid field. Its fault stands behind the field's name.
 *
 * @param form how the sentence names the field: "url: must be …" or "url must be … ."
 */
export function fieldError(
  param: string,
  reason: Fault,
  form: "named" | "sentence" = "named",
): CheckoutError {
  return new CheckoutError("VALIDATION_ERROR", fault(`fields.${form}`, { field: param, fault: reason }), {
    param,
    faults: [{ param, fault: reason }],
  });
}
