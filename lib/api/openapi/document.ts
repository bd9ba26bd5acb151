import path from "node:path/posix";
import type { z } from "zod";
import { failure } from "@/lib/api/envelope.schema";
import { type OperationId, operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import {
  acceptPaymentBody,
  authorizePaymentBody,
  createCheckoutBody,
  selectTokenBody,
  verifyPaymentBody,
  verifyPaymentResult,
} from "@/lib/checkouts/checkout-input.schema";
import {
  createLinkInput,
  paymentLinkDetails,
  paymentLinkResource,
  updateLinkBody,
} from "@/lib/checkouts/links/payment-link.schema";
import {
  cancelledCheckout,
  checkoutDetails,
  checkoutResource,
  nativeBalance,
  recordedTransfer,
  redeemedCheckout,
  timelineEntry,
} from "@/lib/checkouts/views/checkout.schema";
import {
  checkoutStatus,
  network,
  refundStatus,
  refundType,
  sdkProject,
  token,
} from "@/lib/checkouts/views/checkout-fields.schema";
import { paymentOption } from "@/lib/checkouts/views/payment-option.schema";
import { publicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { refundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { checkoutEventData, webhookEvent } from "@/lib/checkouts/views/webhook-event.schema";
import { pageName } from "@/lib/docs/contents";
import { docsSections } from "@/lib/docs/pages";
import { balanceResource } from "@/lib/payments/balances/balances.schema";
import { checkoutPagination, pagination } from "@/lib/platform/answer-fields.schema";
import { cursorPagination } from "@/lib/platform/lists/cursor-pages.schema";
import {
  fiatCurrencyResource,
  projectAllRates,
  publicAllRates,
  ratesOfCurrency,
} from "@/lib/rates/exchange-rates.schema";
import {
  claimRefundBody,
  createRefundBody,
  refundCall,
  refundLinkView,
  submitRefundTransactionBody,
} from "@/lib/refunds/refund.schema";
import { settlementDetails, settlementResource } from "@/lib/settlement/settlement.schema";
import { decidedStray, decideStrayBody, strayResource } from "@/lib/strays/stray.schema";
import {
  createWebhookEndpointBody,
  deliveryDetails,
  deliveryResource,
  endpointResource,
  resentDelivery,
  rotatedSecret,
  rotateSecretBody,
  sentTest,
  updateWebhookEndpointBody,
} from "@/lib/webhooks/endpoints/webhook-endpoint.schema";
import { eventKind } from "@/lib/webhooks/events.schema";
import { answerHeaders, deliveryHeaders, jsonSchemas } from "./json-schemas";
import { type Converters, toPathOperation } from "./operation";
import type { OpenApiDocument, Parameter, PathItem } from "./types";
import { eventSchemas, toWebhooks } from "./webhooks";
import { x402Body } from "./x402";

type Named = Readonly<Record<string, z.ZodType>>;

/** Request bodies by their name in documents and clients. */
const bodies = {
  CreateCheckout: createCheckoutBody,
  AcceptPayment: acceptPaymentBody,
  CreateRefund: createRefundBody,
  CreatePaymentLink: createLinkInput,
  UpdatePaymentLink: updateLinkBody,
  CreateWebhookEndpoint: createWebhookEndpointBody,
  UpdateWebhookEndpoint: updateWebhookEndpointBody,
  RotateWebhookSecret: rotateSecretBody,
  DecideStray: decideStrayBody,
  SelectToken: selectTokenBody,
  VerifyPayment: verifyPaymentBody,
  AuthorizePayment: authorizePaymentBody,
  ClaimRefund: claimRefundBody,
  SubmitRefundTransaction: submitRefundTransactionBody,
  // The same in both directions.
  CheckoutStatus: checkoutStatus,
  RefundType: refundType,
  EventKind: eventKind,
} as const satisfies Named;

/** Answers and events by their name in documents and clients. */
const answers = {
  Checkout: checkoutResource,
  CheckoutDetails: checkoutDetails,
  Transfer: recordedTransfer,
  NativeBalance: nativeBalance,
  TimelineEntry: timelineEntry,
  CancelledCheckout: cancelledCheckout,
  RedeemedCheckout: redeemedCheckout,
  Refund: refundResource,
  RefundLink: refundLinkView,
  PaymentLink: paymentLinkResource,
  PaymentLinkDetails: paymentLinkDetails,
  Settlement: settlementResource,
  SettlementDetails: settlementDetails,
  Balance: balanceResource,
  Stray: strayResource,
  DecidedStray: decidedStray,
  WebhookEndpoint: endpointResource,
  RotatedSecret: rotatedSecret,
  SentTest: sentTest,
  WebhookDelivery: deliveryResource,
  WebhookDeliveryDetails: deliveryDetails,
  ResentDelivery: resentDelivery,
  RefundCall: refundCall,
  PublicCheckout: publicCheckoutView,
  PaymentOption: paymentOption,
  VerifyResult: verifyPaymentResult,
  FiatCurrency: fiatCurrencyResource,
  AllRates: publicAllRates,
  ProjectAllRates: projectAllRates,
  RatesOfCurrency: ratesOfCurrency,
  SdkProject: sdkProject,
  Token: token,
  Network: network,
  Pagination: pagination,
  CheckoutPagination: checkoutPagination,
  CursorPagination: cursorPagination,
  Failure: failure,
  CheckoutEventData: checkoutEventData,
  Event: webhookEvent,
  ...eventSchemas,
  CheckoutStatus: checkoutStatus,
  RefundStatus: refundStatus,
  RefundType: refundType,
  EventKind: eventKind,
} as const satisfies Named;

type Tag = Operation["tag"] | "Webhooks";

/** The headings, in order. */
const tagHelp: Readonly<Record<Tag, string>> = {
  Checkouts: "The Server API: for your backend, with a server key.",
  Refunds: "Refunds to an address that the customer names or proves, with a server key.",
  "Payment links": "Pages that create a checkout for each customer, with a server key.",
  "Settlements and balances": "Where your money is, and how it got there, with a server key.",
  "Stray payments": "Money that came in a different token or on a different network, with a server key.",
  Events: "What happened, as your webhooks were told, with a server key.",
  "Webhook endpoints": "Where your webhooks go, and what was delivered, with a server key.",
  "Payment page": "What the customer's page asks, and whoever has a checkout's id. No key.",
  "Refund page": "What the page behind a refund's link asks. The link is the key.",
  "Currencies and rates": "What prices can be in, and what a token is worth in them. No key.",
  "Project-scoped":
    "The earlier form of the API, with an API key of the project in the path. What the key can do depends on its use, in browsers or on a server.",
  SDK: "For scripts on a shop's own pages: with an API key for browsers, from allow-listed origins, with CORS.",
  Webhooks: "What the service sends to your endpoints, signed.",
};

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes retries safe: requests with the same key run once. We keep it for 24 hours, per project and kind of key.",
  schema: { type: "string", pattern: "^[\\x20-\\x7e]{1,255}$" },
  example: "order-1042",
};

const ifNoneMatch: Parameter = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The `ETag` of the answer that you hold, or several, separated by commas.",
  schema: { type: "string" },
  example: 'W/"6Yd2Lh7q0Vt1o0nLwX9b8A"',
};

/**
 * The API as an OpenAPI 3.1 document, generated from `operations` alone. Its objects are open, because fields may be
 * added; for a strict comparison, close every schema that has `type: "object"` and `properties`.
 *
 * Made here: generators take routes or decorators, and would not add examples, webhooks and limits from our operations.
 *
 * @param version the service's own
 */
export function openApiDocument(version: string): OpenApiDocument {
  const all = Object.entries(operations) as [OperationId, Operation][];
  const converters: Converters = {
    input: jsonSchemas(
      "input",
      bodies,
      all.flatMap(([, { query, body }]) => [
        ...Object.values(query?.shape ?? {}),
        ...(body === null ? [] : [body]),
      ]),
    ),
    output: jsonSchemas("output", answers, [
      ...all.flatMap(([, { data, pagination }]) => (pagination === null ? [data] : [data, pagination])),
      x402Body,
    ]),
  };
  const paths: Record<string, PathItem> = {};
  for (const [id, operation] of all) {
    const method = operation.method === "GET" ? "get" : "post";
    paths[operation.path] = {
      ...paths[operation.path],
      [method]: toPathOperation(id, operation, converters),
    };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Stablecoin Checkout",
      version,
      summary: "Accept USDC and USDT, straight to your own wallet.",
      description: guidesMarkdown(),
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [
      { url: "/", description: "The service's origin." },
      { url: "/api", description: "The same API under another path." },
    ],
    "x-service-info": {
      categories: ["payments"],
      docs: { apiReference: "/docs/checkouts", homepage: "/docs", llms: "/llms.txt" },
    },
    tags: Object.entries(tagHelp).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: toWebhooks(),
    components: {
      schemas: { ...converters.input.components, ...converters.output.components },
      headers: answerHeaders,
      parameters: { IdempotencyKey: idempotencyKey, IfNoneMatch: ifNoneMatch, ...deliveryHeaders },
      securitySchemes: {
        serverKey: {
          type: "apiKey",
          in: "header",
          name: "x-api-key",
          description: "A server key, `svc_server_…`, for your backend only.",
        },
        serverKeyAsBearer: {
          type: "http",
          scheme: "bearer",
          description:
            "The same server key as `Authorization: Bearer svc_server_…`. Send one of the two headers; `x-api-key` counts if both are sent.",
        },
        apiKey: {
          type: "apiKey",
          in: "header",
          name: "x-api-key",
          description:
            "An API key, `svc_sk_…`. For project-scoped endpoints, it must belong to the project in the path. A project setting decides whether its API keys are for browsers, where anyone can read them, or a secret of your server.",
        },
      },
    },
  };
}

/** The pages below docs/api as one Markdown text, for the document's description. */
function guidesMarkdown(): string {
  return docsSections()
    .flatMap(({ pages }) => pages)
    .filter(({ file }) => path.dirname(file) === "api")
    .map(({ title, text }) => `## ${title}\n\n${below(text)}`)
    .join("\n\n");
}

/** Headings one level lower, and links as the service has them. */
function below(text: string): string {
  return text
    .replace(/^##/gm, "###")
    .replace(/\]\((?!https?:|\/|#)([^)#]+)\.md(#[^)]*)?\)/g, (_, file: string, anchor = "") => {
      return `](/docs/${pageName(file)}${anchor})`;
    });
}
