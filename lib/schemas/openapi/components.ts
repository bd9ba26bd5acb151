import type { z } from "zod";
import { pagination } from "@/lib/platform/pagination.schema";
import {
  fiatCurrencyResource,
  projectAllRates,
  publicAllRates,
  ratesOfCurrency,
} from "@/lib/rates/exchange-rates.schema";
import { cancelledCheckout, checkoutResource } from "@/lib/schemas/checkout";
import {
  checkoutDetails,
  nativeBalance,
  recordedTransfer,
  timelineEntry,
} from "@/lib/schemas/checkout-details";
import { createCheckoutBody } from "@/lib/schemas/create-checkout";
import { failure } from "@/lib/schemas/envelope";
import {
  authorizePaymentBody,
  selectTokenBody,
  verifyPaymentBody,
  verifyPaymentResult,
} from "@/lib/schemas/payment-actions";
import { paymentOption, publicCheckoutView } from "@/lib/schemas/public-checkout";
import { createRefundBody, refundResource } from "@/lib/schemas/refund";
import {
  claimRefundBody,
  refundCall,
  refundLinkView,
  submitRefundTransactionBody,
} from "@/lib/schemas/refund-link";
import { checkoutStatus, refundStatus, refundType } from "@/lib/schemas/resource-fields";
import { sdkProject } from "@/lib/schemas/sdk-project";
import { network, token } from "@/lib/schemas/token-view";
import { checkoutEventData, testEvent, webhookEvents } from "@/lib/schemas/webhook-event";

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
