import type { z } from "zod";
import { failure } from "@/lib/api/envelope.schema";
import { cancelledCheckout, checkoutResource } from "@/lib/checkouts/checkout.schema";
import {
  checkoutDetails,
  nativeBalance,
  recordedTransfer,
  timelineEntry,
} from "@/lib/checkouts/checkout-details.schema";
import { createCheckoutBody } from "@/lib/checkouts/create-checkout.schema";
import {
  authorizePaymentBody,
  selectTokenBody,
  verifyPaymentBody,
  verifyPaymentResult,
} from "@/lib/checkouts/payment-actions.schema";
import { paymentOption, publicCheckoutView } from "@/lib/checkouts/public-checkout.schema";
import { createRefundBody, refundResource } from "@/lib/checkouts/refund.schema";
import {
  claimRefundBody,
  refundCall,
  refundLinkView,
  submitRefundTransactionBody,
} from "@/lib/checkouts/refund-link.schema";
import { checkoutStatus, refundStatus, refundType } from "@/lib/checkouts/resource-fields.schema";
import { sdkProject } from "@/lib/checkouts/sdk-project.schema";
import { network, token } from "@/lib/checkouts/token-view.schema";
import { checkoutEventData, testEvent, webhookEvents } from "@/lib/checkouts/webhook-event.schema";
import { pagination } from "@/lib/platform/pagination.schema";
import {
  fiatCurrencyResource,
  projectAllRates,
  publicAllRates,
  ratesOfCurrency,
} from "@/lib/rates/exchange-rates.schema";

type Named = Readonly<Record<string, z.ZodType>>;

/** What is sent to the service, by its name in documents and clients. */
export const bodies = {
  CreateCheckout: createCheckoutBody,
  CreateRefund: createRefundBody,
  SelectToken: selectTokenBody,
  VerifyPayment: verifyPaymentBody,
  AuthorizePayment: authorizePaymentBody,
  ClaimRefund: claimRefundBody,
  SubmitRefundTransaction: submitRefundTransactionBody,
  // Alike in both directions.
  CheckoutStatus: checkoutStatus,
  RefundType: refundType,
} as const satisfies Named;

/** What the service answers and sends, by its name in documents and clients. */
export const answers = {
  Checkout: checkoutResource,
  CheckoutDetails: checkoutDetails,
  Transfer: recordedTransfer,
  NativeBalance: nativeBalance,
  TimelineEntry: timelineEntry,
  CancelledCheckout: cancelledCheckout,
  Refund: refundResource,
  RefundLink: refundLinkView,
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
  Failure: failure,
  CheckoutEventData: checkoutEventData,
  CheckoutCreatedEvent: webhookEvents["checkout.created"],
  CheckoutDetectedEvent: webhookEvents["checkout.detected"],
  CheckoutPartiallyPaidEvent: webhookEvents["checkout.partially_paid"],
  CheckoutPaidEvent: webhookEvents["checkout.paid"],
  CheckoutExpiredEvent: webhookEvents["checkout.expired"],
  CheckoutLatePaidEvent: webhookEvents["checkout.late_paid"],
  CheckoutRevertedEvent: webhookEvents["checkout.reverted"],
  CheckoutCancelledEvent: webhookEvents["checkout.cancelled"],
  CheckoutSettledEvent: webhookEvents["checkout.settled"],
  CheckoutRefundedEvent: webhookEvents["checkout.refunded"],
  RefundCompletedEvent: webhookEvents["refund.completed"],
  RefundFailedEvent: webhookEvents["refund.failed"],
  EndpointTestEvent: testEvent,
  CheckoutStatus: checkoutStatus,
  RefundStatus: refundStatus,
  RefundType: refundType,
} as const satisfies Named;
