import type {
  AuthorizePaymentInput,
  AuthorizePaymentOutput,
  BigNumberInput,
  CancelPaymentInput,
  CancelPaymentOutput,
  CapturePaymentInput,
  CapturePaymentOutput,
  DeletePaymentInput,
  DeletePaymentOutput,
  GetPaymentStatusInput,
  GetPaymentStatusOutput,
  InitiatePaymentInput,
  InitiatePaymentOutput,
  Logger,
  ProviderWebhookPayload,
  RefundPaymentInput,
  RefundPaymentOutput,
  RetrievePaymentInput,
  RetrievePaymentOutput,
  UpdatePaymentInput,
  UpdatePaymentOutput,
  WebhookActionResult,
} from "@medusajs/framework/types";
import { AbstractPaymentProvider, MathBN, MedusaError, PaymentActions } from "@medusajs/framework/utils";
import {
  CheckoutApiError,
  type CheckoutClient,
  createCheckoutClient,
} from "../../../packages/client/src/checkout-client";
import type { Checkout } from "../../../packages/client/src/types";
import { verifyWebhook } from "../../../packages/client/src/verify-webhook";
import { refundUnits } from "./amounts";
import { isOrderOf, sessionStatus } from "./session-status";

export type Options = {
  /** The URL of the service, e.g. https://pay.example.com */
  baseUrl: string;
  /** `svc_server_…` without a limited scope: it creates, cancels and refunds. */
  serverKey: string;
  /** `whsec_…` of the endpoint that sends to `/hooks/payment/stablecoin-checkout_…`. */
  webhookSecret: string;
};

type Data = Record<string, unknown> | undefined;

/**
 * Takes USDC and USDT in a Medusa shop. A payment session is one checkout: the storefront sends the customer to
 * `data.checkoutUrl`. A PAID checkout counts as captured, because its money has arrived.
 */
export class StablecoinCheckoutProvider extends AbstractPaymentProvider<Options> {
  static override identifier = "stablecoin-checkout";
  readonly #client: CheckoutClient;
  readonly #logger: Logger;

  static override validateOptions(options: Record<string, unknown>) {
    for (const name of ["baseUrl", "serverKey", "webhookSecret"])
      if (typeof options[name] !== "string" || options[name] === "")
        throw new MedusaError(
          MedusaError.Types.INVALID_ARGUMENT,
          `stablecoin-checkout needs the option ${name}`,
        );
  }

  constructor(container: { logger: Logger }, options: Options) {
    super(container, options);
    this.#logger = container.logger;
    this.#client = createCheckoutClient({ baseUrl: options.baseUrl, serverKey: options.serverKey });
  }

  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const sessionId = text(input.data?.session_id);
    if (sessionId === undefined)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, "a payment session has an id");
    const checkout = await this.#client.createCheckout(
      {
        fiatAmount: priceOf(input),
        fiatCurrency: input.currency_code.toUpperCase(),
        referenceId: sessionId,
        metadata: { medusaSession: sessionId },
        ...urlsOf(input.data),
      },
      // Medusa repeats a step that got no answer, with the same key.
      { idempotencyKey: input.context?.idempotency_key ?? sessionId },
    );
    return { id: checkout.id, data: dataOf(checkout, sessionId), status: "pending" };
  }

  /** A checkout keeps its price. A cart that costs something else gets a new one. */
  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const old = await this.#checkoutOf(input.data);
    if (old.fiatAmount === priceOf(input) && old.fiatCurrency === input.currency_code.toUpperCase())
      return { data: input.data ?? {}, status: sessionStatus(old) };
    await this.#cancel(old.id);
    // The session keeps its id, so the key holds the price.
    const key = `${old.id}:${priceOf(input)}:${input.currency_code}`;
    const { data } = await this.initiatePayment({
      ...input,
      context: { ...input.context, idempotency_key: key },
    });
    return { data: data ?? {}, status: "pending" };
  }

  override async authorizePayment(input: AuthorizePaymentInput): Promise<AuthorizePaymentOutput> {
    return this.getPaymentStatus(input);
  }

  override async getPaymentStatus(input: GetPaymentStatusInput): Promise<GetPaymentStatusOutput> {
    const checkout = await this.#checkoutOf(input.data);
    return {
      status: sessionStatus(checkout),
      data: { ...input.data, ...dataOf(checkout, text(input.data?.session_id)) },
    };
  }

  override async retrievePayment(input: RetrievePaymentInput): Promise<RetrievePaymentOutput> {
    return { data: { ...(await this.#checkoutOf(input.data)) } };
  }

  override async capturePayment(input: CapturePaymentInput): Promise<CapturePaymentOutput> {
    const checkout = await this.#checkoutOf(input.data);
    if (!checkout.isPaid && checkout.status !== "REFUNDED")
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        `the checkout ${checkout.id} is ${checkout.status}, not paid`,
      );
    return { data: input.data ?? {} };
  }

  /** Refunds a part of the price, at the rate of the payment. Without a proven wallet the customer enters one at `claimUrl`. */
  override async refundPayment(input: RefundPaymentInput): Promise<RefundPaymentOutput> {
    const checkout = await this.#checkoutOf(input.data);
    return {
      data: await this.#refund(
        checkout,
        refundUnits(checkout, MathBN.convert(input.amount).toFixed()),
        input,
      ),
    };
  }

  override async cancelPayment(input: CancelPaymentInput): Promise<CancelPaymentOutput> {
    const checkout = await this.#checkoutOf(input.data);
    // There is no authorization to release: the money has arrived, so a cancelled order returns it.
    if (checkout.isPaid) return { data: await this.#refund(checkout, undefined, input) };
    await this.#cancel(checkout.id);
    return { data: input.data ?? {} };
  }

  override async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    const checkout = await this.#checkoutOf(input.data);
    if (checkout.status === "DETECTED" || checkout.isPaid)
      throw new MedusaError(
        MedusaError.Types.NOT_ALLOWED,
        "the customer has paid: complete the cart, or refund the payment",
      );
    await this.#cancel(checkout.id);
    return { data: input.data ?? {} };
  }

  override async getWebhookActionAndData(
    payload: ProviderWebhookPayload["payload"],
  ): Promise<WebhookActionResult> {
    const event = await verifyWebhook(
      payload.rawData,
      payload.headers as Record<string, string>,
      this.config.webhookSecret,
    );
    // An accepted late payment is announced as late_paid with `accepted: true`.
    const isPaid =
      event.event === "checkout.paid" || (event.event === "checkout.late_paid" && event.data.accepted);
    if (!isPaid) return { action: PaymentActions.NOT_SUPPORTED };
    const checkout = await this.#client.getCheckout(event.data.checkoutId);
    const sessionId = checkout.metadata.medusaSession;
    if (sessionId === undefined || !isOrderOf(checkout, sessionId))
      return { action: PaymentActions.NOT_SUPPORTED };
    return {
      action: PaymentActions.SUCCESSFUL,
      data: { session_id: sessionId, amount: Number(checkout.fiatAmount) },
    };
  }

  /** The session's checkout, or the one with which the customer continued it after it expired. */
  async #checkoutOf(data: Data): Promise<Checkout> {
    const sessionId = text(data?.session_id);
    let id = text(data?.checkoutId);
    for (;;) {
      if (id === undefined || sessionId === undefined)
        throw new MedusaError(MedusaError.Types.INVALID_DATA, "the payment session has no checkout");
      const checkout = await this.#client.getCheckout(id);
      // Session data has passed through a browser.
      if (!isOrderOf(checkout, sessionId))
        throw new MedusaError(MedusaError.Types.NOT_ALLOWED, `the checkout ${id} belongs to another payment`);
      if (checkout.replacedBy === null) return checkout;
      id = checkout.replacedBy;
    }
  }

  async #cancel(checkoutId: string): Promise<void> {
    try {
      await this.#client.cancelCheckout(checkoutId);
    } catch (error) {
      // 409: it has ended, or the customer's money is on its way. What arrives is a late payment of that checkout.
      if (!(error instanceof CheckoutApiError && error.status === 409)) throw error;
      this.#logger.info(`stablecoin-checkout: ${checkoutId} wasn't cancelled: ${error.message}`);
    }
  }

  async #refund(checkout: Checkout, units: string | undefined, input: CancelPaymentInput) {
    const key = input.context?.idempotency_key;
    const refund = await this.#client.createRefund(
      checkout.id,
      {
        ...(units === undefined ? {} : { amount: units }),
        refundType: units === undefined ? "CANCELLATION" : "CUSTOMER_REQUEST",
      },
      key === undefined ? {} : { idempotencyKey: key },
    );
    const refunds = Array.isArray(input.data?.refunds) ? input.data.refunds : [];
    return { ...input.data, refunds: [...refunds, { id: refund.id, claimUrl: refund.claimUrl }] };
  }
}

function dataOf(checkout: Checkout, sessionId: string | undefined) {
  return {
    session_id: sessionId,
    checkoutId: checkout.id,
    checkoutUrl: checkout.checkoutUrl,
    status: checkout.status,
  };
}

/** The amount with the decimals of its currency, such as "12.50". */
function priceOf({ amount, currency_code }: { amount: BigNumberInput; currency_code: string }): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency: currency_code });
  return MathBN.convert(amount).toFixed(format.resolvedOptions().maximumFractionDigits ?? 2);
}

function urlsOf(data: Data) {
  const successUrl = text(data?.success_url);
  const cancelUrl = text(data?.cancel_url);
  return {
    ...(successUrl === undefined ? {} : { successUrl }),
    ...(cancelUrl === undefined ? {} : { cancelUrl }),
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
