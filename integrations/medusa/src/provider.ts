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
import type { Checkout } from "../../../packages/client/src/generated/types";
import { verifyWebhook } from "../../../packages/client/src/verify-webhook";
import { type ModuleServices, noteRefund, otherSessions } from "./medusa-records";
import { reasonOf, refundUnits } from "./refunds";
import { isOrderOf, payable, refusalOf, sessionStatus, withMoney } from "./session";

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
  readonly #baseUrl: string;
  readonly #client: CheckoutClient;
  /** Medusa builds the services after the providers, so they are read when they are needed. */
  readonly #container: ModuleServices;

  static override validateOptions(options: Record<string, unknown>) {
    for (const name of ["baseUrl", "serverKey", "webhookSecret"])
      if (typeof options[name] !== "string" || options[name] === "")
        throw new MedusaError(
          MedusaError.Types.INVALID_ARGUMENT,
          `stablecoin-checkout needs the option ${name}`,
        );
  }

  constructor(container: ModuleServices, options: Options) {
    super(container, options);
    this.#container = container;
    this.#baseUrl = options.baseUrl.replace(/\/+$/, "");
    this.#client = createCheckoutClient({ baseUrl: options.baseUrl, serverKey: options.serverKey });
  }

  override async initiatePayment(input: InitiatePaymentInput): Promise<InitiatePaymentOutput> {
    const sessionId = text(input.data?.session_id);
    if (sessionId === undefined)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, "a payment session has an id");
    await this.#refuseSecondPayment(sessionId);
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

  /** A checkout keeps its price. A cart that costs something else gets a new one, unless money has come. */
  override async updatePayment(input: UpdatePaymentInput): Promise<UpdatePaymentOutput> {
    const checkouts = await this.#checkoutsOf(input.data);
    const old = payable(checkouts);
    if (old.fiatAmount === priceOf(input) && old.fiatCurrency === input.currency_code.toUpperCase())
      return { data: input.data ?? {}, status: sessionStatus(old) };
    refuseIfPaidInto(checkouts);
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
      throw notAllowed(`the checkout ${checkout.id} is ${checkout.status}, not paid`);
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
    const checkouts = await this.#checkoutsOf(input.data);
    const checkout = payable(checkouts);
    // There is no authorization to release: the money has arrived, so a cancelled order returns it.
    if (checkout.isPaid) return { data: await this.#refund(checkout, undefined, input) };
    refuseIfPaidInto(checkouts);
    await this.#cancel(checkout.id);
    return { data: input.data ?? {} };
  }

  override async deletePayment(input: DeletePaymentInput): Promise<DeletePaymentOutput> {
    const checkouts = await this.#checkoutsOf(input.data);
    refuseIfPaidInto(checkouts);
    await this.#cancel(payable(checkouts).id);
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
    if ("refund" in event.data) {
      const refund = await this.#client.getRefund(event.data.refund.id);
      await noteRefund(this.#container, refund, this.#baseUrl);
      return { action: PaymentActions.NOT_SUPPORTED };
    }
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

  async #checkoutOf(data: Data): Promise<Checkout> {
    return payable(await this.#checkoutsOf(data));
  }

  /** The session's checkout, and those with which the customer continued it after it expired. */
  async #checkoutsOf(data: Data): Promise<[Checkout, ...Checkout[]]> {
    const sessionId = text(data?.session_id);
    const first = text(data?.checkoutId);
    if (first === undefined || sessionId === undefined)
      throw new MedusaError(MedusaError.Types.INVALID_DATA, "the payment session has no checkout");
    const read = async (id: string) => {
      const checkout = await this.#client.getCheckout(id);
      // Session data has passed through a browser.
      if (!isOrderOf(checkout, sessionId)) throw notAllowed(`the checkout ${id} belongs to another payment`);
      return checkout;
    };
    const checkouts: [Checkout, ...Checkout[]] = [await read(first)];
    for (let next = checkouts[0].replacedBy; next !== null; next = checkouts.at(-1)?.replacedBy ?? null)
      checkouts.push(await read(next));
    return checkouts;
  }

  /** Medusa creates a session beside deleting the old one, which a cart with money keeps. */
  async #refuseSecondPayment(sessionId: string): Promise<void> {
    for (const { data } of await otherSessions(this.#container, sessionId))
      if (text(data?.checkoutId) !== undefined) refuseIfPaidInto(await this.#checkoutsOf(data));
  }

  async #cancel(checkoutId: string): Promise<void> {
    try {
      await this.#client.cancelCheckout(checkoutId);
    } catch (error) {
      // 409: it has ended, or the customer's money is on its way. What arrives is a late payment of that checkout.
      if (!(error instanceof CheckoutApiError && error.status === 409)) throw error;
      this.#container.logger.info(`stablecoin-checkout: ${checkoutId} wasn't cancelled: ${error.message}`);
    }
  }

  async #refund(checkout: Checkout, units: string | undefined, input: CancelPaymentInput) {
    const key = input.context?.idempotency_key;
    const refund = await this.#client.createRefund(
      checkout.id,
      {
        ...(units === undefined ? {} : { amount: units }),
        ...(key === undefined ? {} : { reason: reasonOf(key) }),
        refundType: units === undefined ? "CANCELLATION" : "CUSTOMER_REQUEST",
      },
      key === undefined ? {} : { idempotencyKey: key },
    );
    await noteRefund(this.#container, refund, this.#baseUrl);
    const refunds = Array.isArray(input.data?.refunds) ? input.data.refunds : [];
    return { ...input.data, refunds: [...refunds, { id: refund.id, claimUrl: refund.claimUrl }] };
  }
}

/** @throws MedusaError that tells the customer what to do */
function refuseIfPaidInto(checkouts: readonly Checkout[]): void {
  const paidInto = withMoney(checkouts);
  if (paidInto !== undefined) throw notAllowed(refusalOf(paidInto));
}

function notAllowed(message: string): MedusaError {
  return new MedusaError(MedusaError.Types.NOT_ALLOWED, message);
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
