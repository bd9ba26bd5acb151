import type * as api from "./generated/types.js";
import { type CallOptions, type ConnectionOptions, createRequests, type WriteOptions } from "./request.js";

// The Server API of Stablecoin Checkout for a merchant's backend: no dependency but `fetch` (Node 20 and newer,
// Deno, Bun, workers).

export type * from "./generated/types.js";
export {
  type CallOptions,
  CheckoutApiError,
  CheckoutConnectionError,
  type List,
  type Listing,
  type WriteOptions,
} from "./request.js";

export type CheckoutClientOptions = ConnectionOptions & {
  /** `svc_server_…`; it stays on your server. */
  serverKey: string;
};

export type CheckoutClient = ReturnType<typeof createCheckoutClient>;

/**
 * A typed client of the Server API. Every method retries with the same idempotency key when there is no answer, on 429
 * and 5xx, and while an earlier attempt is still running. `for await` walks through the whole of a list.
 *
 * @throws CheckoutApiError when the service refuses, CheckoutConnectionError when it does not answer
 * @example const checkouts = createCheckoutClient({ baseUrl: "https://pay.example.com", serverKey }); const {
 * checkoutUrl } = await checkouts.createCheckout({ fiatAmount: "4.50", fiatCurrency: "USD" });
 */
export function createCheckoutClient({ serverKey, ...connection }: CheckoutClientOptions) {
  if (!/^svc_server_/.test(serverKey)) throw new TypeError("serverKey must begin with svc_server_");
  const { get, list, post } = createRequests(serverKey, connection);
  const checkout = (id: string, ...rest: string[]) => ["v1", "checkouts", id, ...rest];
  const link = (id: string, ...rest: string[]) => ["v1", "payment-links", id, ...rest];
  const endpoint = (id: string, ...rest: string[]) => ["v1", "webhook-endpoints", id, ...rest];

  return {
    createCheckout: (body: api.CreateCheckout, options?: WriteOptions) =>
      post<api.Checkout>(["v1", "checkouts"], body, options),
    listCheckouts: (query?: api.ListCheckouts, options?: CallOptions) =>
      list<api.Checkout, api.CheckoutPagination>(["v1", "checkouts"], query, options),
    getCheckout: (checkoutId: string, options?: CallOptions) =>
      get<api.CheckoutDetails>(checkout(checkoutId), {}, options),
    cancelCheckout: (checkoutId: string, options?: WriteOptions) =>
      post<api.CancelledCheckout>(checkout(checkoutId, "cancel"), undefined, options),
    redeemCheckout: (checkoutId: string, options?: WriteOptions) =>
      post<api.RedeemedCheckout>(checkout(checkoutId, "redeem"), undefined, options),
    acceptPayment: (checkoutId: string, accept?: api.AcceptPayment, options?: WriteOptions) =>
      post<api.Checkout>(checkout(checkoutId, "accept"), accept, options),

    createRefund: (checkoutId: string, refund: api.CreateRefund, options?: WriteOptions) =>
      post<api.Refund>(checkout(checkoutId, "refunds"), refund, options),
    listRefunds: (checkoutId: string, query?: api.ListRefunds, options?: CallOptions) =>
      list<api.Refund, api.Pagination>(checkout(checkoutId, "refunds"), query, options),
    listProjectRefunds: (query?: api.ListProjectRefunds, options?: CallOptions) =>
      list<api.Refund, api.CursorPagination>(["v1", "refunds"], query, options),
    getRefund: (refundId: string, options?: CallOptions) =>
      get<api.Refund>(["v1", "refunds", refundId], {}, options),
    cancelRefund: (refundId: string, options?: WriteOptions) =>
      post<api.Refund>(["v1", "refunds", refundId, "cancel"], undefined, options),

    createPaymentLink: (body: api.CreatePaymentLink, options?: WriteOptions) =>
      post<api.PaymentLink>(["v1", "payment-links"], body, options),
    listPaymentLinks: (query?: api.ListPaymentLinks, options?: CallOptions) =>
      list<api.PaymentLink, api.CursorPagination>(["v1", "payment-links"], query, options),
    getPaymentLink: (paymentLinkId: string, options?: CallOptions) =>
      get<api.PaymentLinkDetails>(link(paymentLinkId), {}, options),
    updatePaymentLink: (paymentLinkId: string, changes: api.UpdatePaymentLink, options?: WriteOptions) =>
      post<api.PaymentLink>(link(paymentLinkId), changes, options),
    endPaymentLink: (paymentLinkId: string, options?: WriteOptions) =>
      post<api.PaymentLink>(link(paymentLinkId, "end"), undefined, options),

    listSettlements: (query?: api.ListSettlements, options?: CallOptions) =>
      list<api.Settlement, api.CursorPagination>(["v1", "settlements"], query, options),
    getSettlement: (settlementId: string, options?: CallOptions) =>
      get<api.SettlementDetails>(["v1", "settlements", settlementId], {}, options),
    getBalances: (options?: CallOptions) => get<api.Balance[]>(["v1", "balances"], {}, options),
    listStrays: (query?: api.ListStrays, options?: CallOptions) =>
      list<api.Stray, api.CursorPagination>(["v1", "strays"], query, options),
    decideStray: (decision: api.DecideStray, options?: WriteOptions) =>
      post<api.DecidedStray>(["v1", "strays", "decide"], decision, options),

    listEvents: (query?: api.ListEvents, options?: CallOptions) =>
      list<api.WebhookEvent, api.CursorPagination>(["v1", "events"], query, options),
    getEvent: (eventId: string, options?: CallOptions) =>
      get<api.WebhookEvent>(["v1", "events", eventId], {}, options),

    createWebhookEndpoint: (body: api.CreateWebhookEndpoint, options?: WriteOptions) =>
      post<api.WebhookEndpoint>(["v1", "webhook-endpoints"], body, options),
    listWebhookEndpoints: (query?: api.ListWebhookEndpoints, options?: CallOptions) =>
      list<api.WebhookEndpoint, api.CursorPagination>(["v1", "webhook-endpoints"], query, options),
    getWebhookEndpoint: (endpointId: string, options?: CallOptions) =>
      get<api.WebhookEndpoint>(endpoint(endpointId), {}, options),
    updateWebhookEndpoint: (endpointId: string, changes: api.UpdateWebhookEndpoint, options?: WriteOptions) =>
      post<api.WebhookEndpoint>(endpoint(endpointId), changes, options),
    disableWebhookEndpoint: (endpointId: string, options?: WriteOptions) =>
      post<api.WebhookEndpoint>(endpoint(endpointId, "disable"), undefined, options),
    enableWebhookEndpoint: (endpointId: string, options?: WriteOptions) =>
      post<api.WebhookEndpoint>(endpoint(endpointId, "enable"), undefined, options),
    rotateWebhookSecret: (endpointId: string, rotate?: api.RotateWebhookSecret, options?: WriteOptions) =>
      post<api.RotatedSecret>(endpoint(endpointId, "rotate"), rotate, options),
    testWebhookEndpoint: (endpointId: string, options?: WriteOptions) =>
      post<api.SentTest>(endpoint(endpointId, "test"), undefined, options),
    listWebhookDeliveries: (endpointId: string, query?: api.ListWebhookDeliveries, options?: CallOptions) =>
      list<api.WebhookDelivery, api.CursorPagination>(endpoint(endpointId, "deliveries"), query, options),
    getWebhookDelivery: (deliveryId: string, options?: CallOptions) =>
      get<api.WebhookDeliveryDetails>(["v1", "webhook-deliveries", deliveryId], {}, options),
    resendWebhookDelivery: (deliveryId: string, options?: WriteOptions) =>
      post<api.ResentDelivery>(["v1", "webhook-deliveries", deliveryId, "resend"], undefined, options),
  };
}
