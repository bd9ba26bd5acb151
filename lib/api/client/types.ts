// The objects of the Stablecoin Checkout API, for a merchant's backend.
// Made from the API's own schemas (lib/testing/openapi/typescript-types.ts); not edited by hand.

export type CreateCheckout = {
  /** Price in fiat as a decimal string, such as "4.50", with at most the currency's decimalPlaces. Requires fiatCurrency. */
  fiatAmount?: string;
  /** ISO 4217 code in upper case. Requires fiatAmount. */
  fiatCurrency?: string;
  /** Price in the token's smallest unit, as a string of digits, instead of fiatAmount and fiatCurrency. Without tokenAddress the customer chooses among dollar tokens with 6 decimals; a price in EURC needs tokenAddress. */
  amount?: string;
  /** Chain to pay on. If you leave it out, the customer chooses. */
  chainId?: number;
  /** Token to pay in. Requires chainId. */
  tokenAddress?: string;
  /** Wallet that receives the settlement; the project's settlement wallet by default. */
  merchantAddress?: string;
  /** Minutes until the checkout expires. For a fiat price: 30 by default, at most 30. For a token amount: 60 by default, at most 1440. We silently reduce larger values. */
  expiryMinutes?: number;
  /** The item, as shown to the customer. */
  itemName?: string;
  /** Details shown to the customer. */
  itemDescription?: string;
  /** Your order id; it doesn't have to be unique. */
  referenceId?: string;
  /** Your own key-value pairs of text, at most 20. */
  metadata?: Record<string, string>;
  /** The taxes that fiatAmount includes, by name, for receipts and invoices: at most 10 amounts of its currency, as decimal strings. A name has up to 40 letters, digits and spaces, and % . , ( ) / & + -. Requires fiatAmount, and is no more than it in total. */
  taxes?: Record<string, string>;
  /** Where the customer goes after paying; https. */
  successUrl?: string;
  /** Where the customer returns without paying; https. */
  cancelUrl?: string;
};

export type Checkout = {
  /** The checkout's identifier. */
  id: string;
  status: CheckoutStatus;
  /** EVM chain id; null until a token is selected. */
  chainId: number | null;
  /** Amount to pay, in smallest units; null until a token is selected for a fiat price. */
  amount: string | null;
  /** The fiat price as sent; null for a price in tokens. */
  fiatAmount: string | null;
  /** ISO 4217 code; null for a price in tokens. */
  fiatCurrency: string | null;
  /** Fiat units per token; null before it is locked, and for a price in tokens. */
  exchangeRateUsed: string | null;
  /** The transfer that completed the amount; null before. */
  paymentTxHash: string | null;
  /** Sum of the transfers on the chain, in smallest units. */
  totalPaid: string;
  /** Sum of the final transfers, in smallest units. */
  paidAmount: string;
  /** What the merchant accepted as payment, in smallest units. If it's less than `amount`, it is the price from then on: later money is an overpayment. Null unless accepted. */
  acceptedAmount: string | null;
  /** The expired checkout that the customer continued with this one, at a new price; null for none. Both have the same referenceId: ship the order once. */
  replaces: string | null;
  /** The checkout with which the customer continued this expired one; null for none. Both have the same referenceId: ship the order once. */
  replacedBy: string | null;
  /** Whether the order can be shipped: the status is PAID or SETTLED, or LATE_PAID and accepted by the merchant. */
  isPaid: boolean;
  /** When the rate was fetched: at creation, or at the customer's selection. */
  exchangeRateAt: string | null;
  /** The provider's name, or `median` of several. Empty if there is none. */
  exchangeRateProviders: string[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Deadline for the payment, ISO 8601, UTC. */
  expiresAt: string;
  /** When it became PAID or its late payment was accepted; null before. */
  paidAt: string | null;
  /** Where software pays this checkout by signature (x402). Null if the project disabled it, or none of the checkout's tokens supports signatures. */
  x402Url: string | null;
  /** Name shown to the customer. */
  merchantName: string;
  /** URL of the merchant's logo, which never changes its content; null without a logo. */
  merchantLogoUrl: string | null;
  /** The selected token; null before. */
  token: Token | null;
  /** The selected token's chain; null before. */
  network: Network | null;
  /** Who created it. An API key may be public: check this, the amount and the reference before you ship. */
  createdVia: "server_key" | "api_key" | "link" | "dashboard";
  /** The chain set at creation; the customer chooses among its tokens. Null if the customer can choose any chain. */
  requestedChainId: number | null;
  /** The token's contract, with EIP-55 checksum; null until a token is selected. */
  tokenAddress: string | null;
  /** The deposit address, with EIP-55 checksum; null until a token is selected. */
  depositAddress: string | null;
  /** The wallet that receives the settlement, with EIP-55 checksum. */
  merchantAddress: string;
  /** The item, as shown to the customer. */
  itemName: string | null;
  /** Details shown to the customer. */
  itemDescription: string | null;
  /** Your order id; it doesn't have to be unique. */
  referenceId: string | null;
  /** Your own key-value pairs of text, at most 20. */
  metadata: Record<string, string>;
  /** The taxes that fiatAmount includes, by name, for receipts and invoices: at most 10 amounts of its currency, as decimal strings. A name has up to 40 letters, digits and spaces, and % . , ( ) / & + -. Requires fiatAmount, and is no more than it in total. */
  taxes: Record<string, string>;
  /** Where the customer goes after paying; https. */
  successUrl: string | null;
  /** Where the customer returns without paying; https. */
  cancelUrl: string | null;
  /** Sum of the completed refunds, in smallest units. */
  refundedAmount: string;
  /** Null unless the checkout is paid and more than its price was received, or it is REFUNDED and more was received than refunded. */
  overpayment: {
    /** The final amount above the price, or after the refund, in smallest units. */
    amount: string;
    /** The part that is neither refunded nor being refunded. */
    refundable: string;
    /** When the customer requested its refund; null before. */
    requestedAt: string | null;
    /** Whether the only wallet that paid signed the request: a refund without an address goes to it. */
    signed: boolean;
  } | null;
  /** The payment page. Send the customer there. */
  checkoutUrl: string;
};

/** PENDING: waiting for payment. DETECTED: seen on the chain, not final yet. PAID: confirmed. SETTLED: moved to the merchant's wallet. EXPIRED: not paid in time. LATE_PAID: paid after expiry or cancellation; don't ship until it is accepted. CANCELLED: cancelled by the merchant. REFUNDED: refunded in full. */
export type CheckoutStatus =
  | "PENDING"
  | "DETECTED"
  | "PAID"
  | "SETTLED"
  | "EXPIRED"
  | "LATE_PAID"
  | "CANCELLED"
  | "REFUNDED";

export type Token = {
  symbol: string;
  name: string;
  /** Decimal places of the token: 6 means that 1000000 is 1.00. */
  decimals: number;
  /** Absolute URL of the token's icon, or of a generic one. */
  iconUrl: string;
};

export type Network = {
  /** Name shown to customers. */
  name: string;
  /** Empty if there is none. */
  blockExplorerUrl: string;
  /** The coin in which the network's fees are paid. */
  nativeCurrency: {
    name: string;
    symbol: string;
    decimals: number;
  };
};

export type CheckoutDetails = Checkout & {
  /** The newest 100 transfers to the checkout's address. */
  transfers: Transfer[];
  /** Total number. */
  transferCount: number;
  /** The networks' own coins at the checkout's address. */
  nativeBalances: NativeBalance[];
  /** The newest 100 timeline entries. */
  timeline: TimelineEntry[];
};

export type Transfer = {
  /** The transfer's identifier. */
  id: string;
  /** EVM chain id. */
  chainId: number;
  /** The token's contract, with EIP-55 checksum. */
  tokenAddress: string;
  /** The token's symbol; null for a token that is not on the list. */
  symbol: string | null;
  /** In the token's smallest unit. */
  amount: string;
  /** The sender, with EIP-55 checksum. Exchanges send for many customers: don't refund to it. */
  from: string;
  /** Hash of a transaction. */
  txHash: string;
  /** Number of its block. */
  blockNumber: number;
  /** Time of its block, ISO 8601, UTC. */
  blockTime: string;
  /** pending: seen, not final yet. final: confirmed by the network's policy. reverted: removed by a reorganisation. */
  status: "pending" | "final" | "reverted";
  /** Whether it counts as payment; false for another token or network than the selected ones. */
  counts: boolean;
};

export type NativeBalance = {
  /** EVM chain id. */
  chainId: number;
  /** Last known balance, in wei. It never counts as payment. */
  amountWei: string;
  /** Number of its block. */
  blockNumber: number;
  /** When it was read, ISO 8601, UTC. */
  seenAt: string;
};

export type TimelineEntry = {
  /** What happened: an event, a selection, a received or reverted transfer. */
  kind: string;
  /** Details, depending on the kind; amounts in smallest units. */
  details: Record<string, string | number | boolean | null> | null;
  /** ISO 8601, UTC. */
  at: string;
};

export type CancelledCheckout = {
  /** The checkout's identifier. */
  id: string;
  status: "CANCELLED";
};

export type RedeemedCheckout = {
  /** The checkout's identifier. */
  id: string;
  /** When its payment was used first, ISO 8601, UTC. */
  redeemedAt: string;
  /** Whether this request used it. False: another one did before. */
  first: boolean;
};

export type AcceptPayment = {
  /** The received amount that you saw, in the token's smallest unit. If more or less was received by now, nothing is accepted. Leave it out to accept whatever was received. */
  amount?: string;
};

export type CreateRefund = {
  /** Amount in the token's smallest unit. Leave it out to refund everything that is left. */
  amount?: string;
  /** Your reason, in your own words. */
  reason?: string;
  refundType?: RefundType;
  /** Address to refund to. Without it, a gasless payment is refunded to the wallet that signed it; for other payments, the customer enters an address at claimUrl. */
  destinationAddress?: string;
};

/** The kind of reason. */
export type RefundType =
  | "CANCELLATION"
  | "CUSTOMER_REQUEST"
  | "OVERPAYMENT"
  | "LATE_PAYMENT"
  | "DUPLICATE"
  | "OTHER";

export type Refund = {
  /** The refund's identifier. */
  id: string;
  /** The checkout that is refunded. */
  checkoutId: string;
  /** Amount in the token's smallest unit. */
  amount: string;
  /** The chain of the payment. */
  chainId: number;
  /** The token that the payment came in, with EIP-55 checksum. */
  tokenAddress: string;
  /** As sent. */
  reason: string | null;
  refundType: RefundType;
  status: RefundStatus;
  /** The recipient, with EIP-55 checksum; null until the customer enters it. */
  destinationAddress: string | null;
  /** The refund's transaction; null before. */
  txHash: string | null;
  /** Reason for the failure; null unless it failed. */
  failureCode: string | null;
  /** Where the customer enters an address. Only in the response to the creation; null otherwise. */
  claimUrl: string | null;
  /** The call for that wallet to send, while the refund is AWAITING_SIGNATURE; null otherwise, and for ten minutes after another wallet was asked to sign it. */
  transaction: {
    /** EVM chain id. */
    chainId: number;
    /** The wallet that has to send it: the checkout's merchantAddress, or the refund authority if its key is kept elsewhere. */
    from: string;
    /** The contract to call: the deposit factory, or the token. */
    to: string;
    /** Calldata, as `eth_sendTransaction` takes it. */
    data: string;
    /** Amount of the chain's own coin; always 0. */
    value: "0";
  } | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** When it became final on the chain; null before. */
  completedAt: string | null;
};

/** AWAITING_APPROVAL: an owner has to approve it in the dashboard. AWAITING_ADDRESS: the customer has to enter an address at claimUrl. AWAITING_SIGNATURE: the merchant's wallet has to sign it. PENDING, PROCESSING: on its way. COMPLETED, FAILED, CANCELLED: final. */
export type RefundStatus =
  | "AWAITING_APPROVAL"
  | "AWAITING_ADDRESS"
  | "AWAITING_SIGNATURE"
  | "PENDING"
  | "PROCESSING"
  | "COMPLETED"
  | "FAILED"
  | "CANCELLED";

export type CreatePaymentLink = {
  itemName: string;
  /** Details shown to the customer. */
  itemDescription?: string;
  /** Price in fiat as a decimal string, such as "4.50", with at most the currency's decimalPlaces. Requires fiatCurrency. */
  fiatAmount?: string;
  /** Price in the token's smallest unit, as a string of digits, instead of fiatAmount and fiatCurrency. Without tokenAddress the customer chooses among dollar tokens with 6 decimals; a price in EURC needs tokenAddress. */
  amount?: string;
  /** The most that a customer may choose, in `fiatCurrency`. Only with `openAmount`. */
  maxFiatAmount?: string;
  /** Where the customer goes after paying; https. */
  successUrl?: string;
  /** How many payments it sells in all. Not for a link for one payment. */
  stock?: number;
  /** The last day, in UTC, on which it creates checkouts. */
  lastDay?: string;
  /** ISO 4217 code in upper case. Requires fiatAmount. */
  fiatCurrency?: string;
  /** The customer chooses the amount, in `fiatCurrency`. Leave the price out. */
  openAmount?: boolean;
  /** The last part of its address: 3 to 64 lower-case letters, digits and dashes. */
  slug?: string;
  /** An invoice: at most one of its checkouts is paid. Its `slug` gets a random ending. */
  singlePayment?: boolean;
};

export type UpdatePaymentLink = {
  itemName?: string;
  /** Details shown to the customer. */
  itemDescription?: string | null;
  /** Price in fiat as a decimal string, such as "4.50", with at most the currency's decimalPlaces. Requires fiatCurrency. */
  fiatAmount?: string;
  /** Price in the token's smallest unit, as a string of digits, instead of fiatAmount and fiatCurrency. Without tokenAddress the customer chooses among dollar tokens with 6 decimals; a price in EURC needs tokenAddress. */
  amount?: string;
  /** The most that a customer may choose, in `fiatCurrency`. Only with `openAmount`. */
  maxFiatAmount?: string | null;
  /** Where the customer goes after paying; https. */
  successUrl?: string | null;
  /** How many payments it sells in all. Not for a link for one payment. */
  stock?: number | null;
  /** The last day, in UTC, on which it creates checkouts. */
  lastDay?: string | null;
};

export type PaymentLink = {
  /** The payment link's identifier. */
  id: string;
  /** The page that creates a checkout. Send customers there. */
  url: string;
  /** The last part of `url`. */
  slug: string;
  /** The item, as shown to the customer. */
  itemName: string | null;
  /** Details shown to the customer. */
  itemDescription: string | null;
  /** The price in fiat; null without one. */
  fiatAmount: string | null;
  /** ISO 4217 code; null for a price in tokens. */
  fiatCurrency: string | null;
  /** The price in a token's smallest unit (6 decimals); null without one. */
  amount: string | null;
  /** The customer chooses the amount, in `fiatCurrency`. */
  openAmount: boolean;
  /** The most that a customer may choose, in `fiatCurrency`; null without a limit. */
  maxFiatAmount: string | null;
  /** Where the customer goes after paying; https. */
  successUrl: string | null;
  /** How many payments it sells in all; null without a limit. */
  stock: number | null;
  /** How many of `stock` were paid; null without a limit. */
  sold: number | null;
  /** An invoice: at most one of its checkouts is paid. */
  singlePayment: boolean;
  /** The last day, in UTC, on which it creates checkouts; null for no end. */
  lastDay: string | null;
  /** How many checkouts it has created. */
  checkoutCount: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** When the merchant ended it; null before. */
  endedAt: string | null;
};

export type PaymentLinkDetails = PaymentLink & {
  /** What came in, by chain and token. */
  received: {
    /** EVM chain id. */
    chainId: number;
    /** The token's contract, with EIP-55 checksum. */
    tokenAddress: string;
    /** Received by its paid checkouts less refunds, in smallest units. */
    amount: string;
  }[];
  /** False for a link with so many paid checkouts that `received` has only a part of them. */
  receivedIsComplete: boolean;
};

export type Settlement = {
  /** The settlement's identifier. */
  id: string;
  /** EVM chain id. */
  chainId: number;
  /** PENDING: to be sent, or on its way. COMPLETED: final on the chain. FAILED: nothing was moved. */
  status: "PENDING" | "COMPLETED" | "FAILED";
  /** Whether the merchant requested it, instead of the project's policy. */
  requested: boolean;
  /** Its transaction; null before the first signature. */
  txHash: string | null;
  /** What it cost in the network's own coin, in wei, with a rollup's data fee; null until final. */
  gasWei: string | null;
  /** How many deposits it moves. */
  depositCount: number;
  /** How many of them were moved. */
  sweptCount: number;
  /** How many of them could not be moved; another settlement tries again. */
  failedCount: number;
  /** What it moves, by token: moved, or still at the deposit addresses. */
  amounts: {
    /** The token's contract, with EIP-55 checksum. */
    tokenAddress: string;
    /** In the token's smallest unit. */
    amount: string;
  }[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** When it was final or failed; null before. */
  completedAt: string | null;
};

export type SettlementDetails = Settlement & {
  /** By checkout. */
  deposits: {
    /** The checkout's identifier. */
    checkoutId: string;
    /** The checkout's order id. */
    referenceId: string | null;
    /** The token's contract, with EIP-55 checksum. */
    tokenAddress: string;
    /** Whether this deposit was moved. */
    status: "PENDING" | "SWEPT" | "FAILED";
    /** Why it could not be moved; null unless it FAILED. */
    failureReason: string | null;
    /** What was moved, in smallest units; null before. */
    amount: string | null;
  }[];
};

export type Balance = {
  /** EVM chain id. */
  chainId: number;
  /** The token's contract, with EIP-55 checksum. */
  tokenAddress: string;
  /** The token's symbol. */
  symbol: string;
  /** The token's decimals: amounts are in units of 10^-decimals. */
  decimals: number;
  /** At the project's deposit addresses now, with stray money. */
  held: string;
  /** Received but not final yet: a part of `received`, and of `held` while it lies there. */
  pending: string;
  /** Every transfer to the project's deposit addresses so far. */
  received: string;
  /** Moved to the merchant's wallet so far. */
  settled: string;
  /** Paid back by refunds so far, from deposit addresses and from the merchant's wallet. */
  refunded: string;
};

export type Stray = {
  /** The checkout's identifier. */
  checkoutId: string;
  /** The checkout's order id. */
  referenceId: string | null;
  checkoutStatus: CheckoutStatus;
  /** Where it lies, with EIP-55 checksum. */
  depositAddress: string;
  /** EVM chain id. */
  chainId: number;
  /** The token's contract, with EIP-55 checksum; null for the network's own coin. */
  tokenAddress: string | null;
  /** The token's symbol; null for a token that the service doesn't list. */
  symbol: string | null;
  /** In smallest units; in wei for the network's own coin. */
  amount: string;
  /** The newest transfer's transaction; null for the network's own coin. */
  txHash: string | null;
  /** When it arrived, or was last read. */
  seenAt: string;
  /** What can be decided now; may be empty. `return` opens a refund of it, `count` counts it as the checkout's payment, `sweep` moves it to the merchant's wallet. */
  decisions: ("return" | "count" | "sweep")[];
  /** The open refund that returns it; null without one. */
  refundId: string | null;
};

export type DecideStray = {
  /** The checkout at whose address it lies. */
  checkoutId: string;
  /** EVM chain id. */
  chainId: number;
  /** The token's contract, in any case. */
  tokenAddress: string;
  /** `return` opens a refund of it, `count` counts it as the checkout's payment, `sweep` moves it to the merchant's wallet. */
  decision: "return" | "count" | "sweep";
  /** For `return`: where to. Without it, the customer enters an address at the refund's claimUrl. */
  destinationAddress?: string;
  /** For `return`: your reason, in your own words. */
  reason?: string;
};

export type DecidedStray = {
  /** The checkout's identifier. */
  checkoutId: string;
  /** As sent. */
  decision: "return" | "count" | "sweep";
  /** The refund that returns it, with its claimUrl; null for other decisions. */
  refund: Refund | null;
};

export type CreateWebhookEndpoint = {
  /** https on port 443 or 8443 under a public name; in the demo also http://127.0.0.1 or localhost on any port. */
  url: string;
  /** The event kinds that the endpoint receives. */
  kinds?: EventKind[];
  /** Your name for it. */
  description?: string | null;
};

/** The kind of an event. */
export type EventKind =
  | "checkout.created"
  | "checkout.detected"
  | "checkout.partially_paid"
  | "checkout.paid"
  | "checkout.expired"
  | "checkout.late_paid"
  | "checkout.reverted"
  | "checkout.cancelled"
  | "checkout.settled"
  | "checkout.refunded"
  | "refund.completed"
  | "refund.failed"
  | "refund.cancelled";

export type UpdateWebhookEndpoint = {
  /** https on port 443 or 8443 under a public name; in the demo also http://127.0.0.1 or localhost on any port. */
  url?: string;
  /** The event kinds that the endpoint receives. */
  kinds?: EventKind[];
  /** Your name for it. */
  description?: string | null;
};

export type RotateWebhookSecret = {
  /** Whether the previous secret signs beside the new one for 24 hours. False ends it at once. */
  overlap?: boolean;
};

export type WebhookEndpoint = {
  /** The webhook endpoint's identifier. */
  id: string;
  /** Where events are sent. */
  url: string;
  /** The event kinds that it receives. */
  kinds: EventKind[];
  /** Your name for it. */
  description: string | null;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Since when every attempt has failed; null while it works. */
  failingSince: string | null;
  /** Since when it receives nothing; null while it is enabled. */
  disabledAt: string | null;
  /** Why it was disabled; null while it is enabled. */
  disabledReason: string | null;
  /** The secret that signs its deliveries. Only in the response to the creation; null otherwise. */
  secret: string | null;
};

export type RotatedSecret = {
  /** The new secret. Only in this response. */
  secret: string;
  /** Until when the previous secret signs beside it; null when it ended. */
  previousExpiresAt: string | null;
};

export type SentTest = {
  /** The test event's id. */
  eventId: string;
  /** The delivery's identifier. */
  deliveryId: string;
};

export type WebhookDelivery = {
  /** The delivery's identifier. */
  id: string;
  /** The webhook endpoint's identifier. */
  endpointId: string;
  /** The event's id. */
  eventId: string;
  /** The event's kind, or `endpoint.test`. */
  kind: string;
  /** The event's checkout; null for a test. */
  checkoutId: string | null;
  /** PENDING: to be sent. DELIVERED: answered 2xx. FAILED: every attempt failed, or the endpoint was disabled. */
  status: "PENDING" | "DELIVERED" | "FAILED";
  /** How often it was sent. */
  attemptCount: number;
  /** When it is sent next; null unless PENDING. */
  nextAttemptAt: string | null;
  /** Status of the last answer; null without one. */
  lastStatusCode: number | null;
  /** Why the last attempt had no answer; null if it had one. */
  lastError: string | null;
  /** The event's time. */
  createdAt: string;
  /** When it was delivered or failed; null before. */
  completedAt: string | null;
};

export type WebhookDeliveryDetails = WebhookDelivery & {
  /** Where the endpoint receives now. */
  url: string;
  /** The exact text of every attempt. */
  body: string;
  /** Of the API request that caused the event; null without one. */
  requestId: string | null;
  /** Newest first, the last 100 of the last 30 days. */
  attempts: {
    /** From 1. */
    number: number;
    /** ISO 8601, UTC. */
    startedAt: string;
    /** In milliseconds. */
    durationMs: number;
    /** Status of the answer; null without one. */
    statusCode: number | null;
    /** Why there was no answer; null with one. */
    error: string | null;
    /** The answer's first 64 KiB; null without one. */
    responseBody: string | null;
  }[];
};

export type ResentDelivery = {
  /** The delivery's identifier. */
  id: string;
  /** False if it is being sent at this moment: then it is left alone. */
  resent: boolean;
};

export type Pagination = {
  /** Total number. */
  total: number;
  /** Page size, 20 by default. */
  take: number;
  /** Skipped entries, 0 by default. */
  skip: number;
};

export type CheckoutPagination = Pagination & {
  /** Opaque; send it as `after` for older entries. Null at the end. */
  next: string | null;
};

export type CursorPagination = {
  /** Page size, 20 by default. */
  take: number;
  /** Opaque; send it as `after` for older entries. Null at the end. */
  next: string | null;
  /** Opaque; send it as `before` for newer entries. Null at the beginning. */
  previous: string | null;
};

export type PublicCheckout = {
  /** The checkout's identifier. */
  id: string;
  status: CheckoutStatus;
  /** EVM chain id; null until a token is selected. */
  chainId: number | null;
  /** Amount to pay, in smallest units; null until a token is selected for a fiat price. */
  amount: string | null;
  /** The fiat price as sent; null for a price in tokens. */
  fiatAmount: string | null;
  /** ISO 4217 code; null for a price in tokens. */
  fiatCurrency: string | null;
  /** Fiat units per token; null before it is locked, and for a price in tokens. */
  exchangeRateUsed: string | null;
  /** The transfer that completed the amount; null before. */
  paymentTxHash: string | null;
  /** Sum of the transfers on the chain, in smallest units. */
  totalPaid: string;
  /** Sum of the final transfers, in smallest units. */
  paidAmount: string;
  /** What the merchant accepted as payment, in smallest units. If it's less than `amount`, it is the price from then on: later money is an overpayment. Null unless accepted. */
  acceptedAmount: string | null;
  /** The expired checkout that the customer continued with this one, at a new price; null for none. Both have the same referenceId: ship the order once. */
  replaces: string | null;
  /** The checkout with which the customer continued this expired one; null for none. Both have the same referenceId: ship the order once. */
  replacedBy: string | null;
  /** Whether the order can be shipped: the status is PAID or SETTLED, or LATE_PAID and accepted by the merchant. */
  isPaid: boolean;
  /** When the rate was fetched: at creation, or at the customer's selection. */
  exchangeRateAt: string | null;
  /** The provider's name, or `median` of several. Empty if there is none. */
  exchangeRateProviders: string[];
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Deadline for the payment, ISO 8601, UTC. */
  expiresAt: string;
  /** When it became PAID or its late payment was accepted; null before. */
  paidAt: string | null;
  /** Where software pays this checkout by signature (x402). Null if the project disabled it, or none of the checkout's tokens supports signatures. */
  x402Url: string | null;
  /** Name shown to the customer. */
  merchantName: string;
  /** URL of the merchant's logo, which never changes its content; null without a logo. */
  merchantLogoUrl: string | null;
  /** The selected token; null before. */
  token: Token | null;
  /** The selected token's chain; null before. */
  network: Network | null;
  /** The merchant's accent colour; null for the service's own. */
  accentColor: string | null;
  /** The merchant's own lines for receipts, such as address and tax number; null for none. */
  merchantDetails: string | null;
  /** Where customers reach the merchant: an e-mail address or an https URL; null for none. */
  supportContact: string | null;
  /** The item, as shown to the customer. */
  itemName: string | null;
  /** Details shown to the customer. */
  itemDescription: string | null;
  /** Your order id; it doesn't have to be unique. */
  referenceId: string | null;
  /** The taxes that fiatAmount includes, by name, for receipts and invoices: at most 10 amounts of its currency, as decimal strings. A name has up to 40 letters, digits and spaces, and % . , ( ) / & + -. Requires fiatAmount, and is no more than it in total. */
  taxes: Record<string, string>;
  /** Where the customer goes after paying; https. Null until isPaid. */
  successUrl: string | null;
  /** Where the customer returns without paying; https. */
  cancelUrl: string | null;
  /** The token's contract, in lower case; null until a token is selected. */
  tokenAddress: string | null;
  /** The deposit address, in lower case; null until a token is selected. */
  depositAddress: string | null;
  /** The settlement wallet, in lower case. */
  merchantAddress: string;
  /** Whether `merchantAddress` is the shop's own: its settlement wallet, now or before, or one on its list. False for a wallet that a server key named for this checkout. */
  merchantAddressIsListed: boolean;
  /** With these values, `merchantAddress` and `id`, anyone can calculate `depositAddress` (CREATE2). Null until a token is selected. */
  addressTerms: {
    /** The contract that deploys deposit addresses. */
    factory: string;
    /** The contract that each deposit address is a clone of. */
    implementation: string;
    /** The only address that can send refunds from it, to any recipient. */
    refundAuthority: string;
    /** Whether anyone can trigger its settlement to merchantAddress. */
    openSweep: boolean;
  } | null;
  /** Amount still missing, in smallest units; null before selection. */
  remainingAmount: string | null;
  /** Null unless the whole price was received in time, and more, or money arrived after everything was refunded. */
  overpayment: {
    /** The amount above the price, or after the refund, in smallest units; it may not be final yet. */
    amount: string;
    /** The part that is neither refunded nor being refunded. */
    refundable: string;
    /** When the customer requested its refund; null before. */
    requestedAt: string | null;
    /** Whether the only wallet that paid signed the request: a refund without an address goes to it. */
    signed: boolean;
    /** Whether all of it is final: the request can be signed only then. */
    isFinal: boolean;
  } | null;
  /** Money that paid nothing, which the customer can request back (`POST /c/{checkoutId}/request-excess`): of a checkout that ended unpaid, or in `strayPayments`. Null for none. */
  moneyBack: {
    /** What an expired, cancelled or late checkout received and has neither refunded nor being refunded, in smallest units; it may not be final yet. 0 when all of it is refunded, or only `strayPayments` are there. */
    amount: string;
    /** When the customer requested it back; null before. */
    requestedAt: string | null;
    /** Whether the only wallet that paid signed the request: a refund without an address goes to it. */
    signed: boolean;
    /** Whether all of it is final: the request can be signed only then. */
    isFinal: boolean;
  } | null;
  /** Until when the missing part still completes this expired checkout, of which a part arrived, because its merchant accepts late payments; null otherwise. */
  acceptsRestUntil: string | null;
  /** Completed refunds of this payment, oldest first, at most 20. */
  refunds: {
    /** In the smallest unit of the token that was paid. */
    amount: string;
    /** When it was final, ISO 8601, UTC. */
    completedAt: string;
    /** Hash of a transaction. */
    txHash: string | null;
  }[];
  /** A checkout that this one replaces, directly or in turn, to which a payment came after all: don't pay again before looking there. Null for none. */
  receivedEarlier: string | null;
  /** Whether the customer can continue this expired checkout at the current rate (`POST /c/{checkoutId}/requote`); null otherwise. */
  requote: {
    /** In the chosen token at the current rate; null if none was chosen or no rate is available. */
    amount: string | null;
  } | null;
  /** How far the payment is confirmed; null before selection. */
  confirmations: {
    /** Blocks on the payment so far. */
    seen: number;
    /** Null when the chain's own finality decides. */
    required: number | null;
  } | null;
  /** The service's clock, for a countdown. */
  serverTime: string;
  /** Whether every wallet can pay by one signature (EIP-3009) while the service pays the network fee. See also `signing`. */
  gasless: boolean;
  /** The token's EIP-712 domain for the signature, without `chainId` and `verifyingContract` (the token). Null unless `gasless`. */
  signingDomain: {
    name: string;
    version: string;
  } | null;
  /** How a customer can pay by signature while the service pays the network fee; null if they can't. */
  signing: {
    /** EIP3009: `transferWithAuthorization` of the token. PERMIT2: a `PermitWitnessTransferFrom` of Permit2 whose spender is x402's exact proxy (0x402085c248EeA27D92E8b30b2C58ed07f9E20001) and whose witness is `{ to: depositAddress, validAfter }`, if the wallet has approved Permit2. EIP2612: the same with a permit of the token, which approves Permit2 for exactly this payment. */
    kind: "EIP3009" | "EIP2612" | "PERMIT2";
    domain: {
      name: string;
      version: string;
    } | null;
  } | null;
  /** State of the newest signed payment; null if there is none. */
  gaslessPayment: {
    /** PENDING: accepted. SENT: sent to the network. USED: executed on the network. FAILED: not sent, or executed without effect. */
    status: "PENDING" | "SENT" | "USED" | "FAILED";
    /** Why it failed, as a code; null unless FAILED. */
    failureReason: string | null;
    /** The service's transaction; null until it is sent. */
    txHash: string | null;
    /** Whether it may still move money: anyone who holds the signature can submit it until `validBefore`, also after FAILED. Meanwhile we accept no other one; ask the customer before an ordinary transfer. */
    mayStillPay: boolean;
  } | null;
  /** A transaction that was submitted for this checkout (`POST /c/{checkoutId}/verify`) and is on its way: submitted within a minute, or known to a node. Ask the customer before a second payment. Null for none. */
  reportedPayment: {
    /** EVM chain id. */
    chainId: number;
    /** Hash of a transaction. */
    txHash: string;
    /** When it stops counting, unless a node knows it then. ISO 8601, UTC. */
    until: string;
  } | null;
  /** Transfers to the deposit address in a different token or on a different network. They don't count as payment; the merchant can refund them. At most three, in tokens that the service knows: those the shop accepts first, then the newest. */
  strayPayments: {
    /** EVM chain id. */
    chainId: number;
    /** The token's contract, in lower case. */
    tokenAddress: string;
    token: Token;
    network: Network;
    /** In the token's smallest unit. */
    amount: string;
    /** Hash of a transaction. */
    txHash: string;
  }[];
  /** The options to select; empty after the selection. */
  options: PaymentOption[];
};

export type PaymentOption = {
  /** EVM chain id. */
  chainId: number;
  /** The token's contract, in lower case. */
  tokenAddress: string;
  token: Token;
  network: Network;
  /** At the current rate, smallest units; null while no rate is available. */
  amount: string | null;
  /** About what the network charges the sender of a transfer on an ordinary day, in US dollars: a round figure, not a quote. Null for a network that we don't know. */
  typicalFeeUsd: string | null;
  /** About how long such a payment takes to be paid, in seconds. Null for a network that we don't know. */
  typicalSeconds: number | null;
  /** Whether every wallet could pay it by one signature (EIP-3009) while the service pays the network fee. */
  gasless: boolean;
};

export type SdkProject = {
  /** The project's identifier: in the dashboard's address after /dashboard/projects/. */
  id: string;
  name: string;
  /** URL of the merchant's logo, which never changes its content; null without a logo. */
  logoUrl: string | null;
  /** The tokens that its checkouts accept. */
  acceptedTokens: {
    /** EVM chain id. */
    chainId: number;
    /** The token's contract, in lower case. */
    tokenAddress: string;
    symbol: string;
    name: string;
    /** Decimal places of the token: 6 means that 1000000 is 1.00. */
    decimals: number;
    /** Absolute URL of the token's icon, or of a generic one. */
    iconUrl: string;
  }[];
  /** The chains of these tokens. */
  networks: {
    /** EVM chain id. */
    chainId: number;
    /** Name shown to customers. */
    name: string;
    /** Empty if there is none. */
    blockExplorerUrl: string;
    /** The coin in which the network's fees are paid. */
    nativeCurrency: {
      name: string;
      symbol: string;
      decimals: number;
    };
  }[];
};

export type ProjectAllRates = {
  /** By token, then by currency. */
  rates: Record<string, Record<string, string>>;
  /** When the oldest of these rates was fetched, ISO 8601, UTC. */
  timestamp: string;
  /** The currencies of these rates. */
  fiatCurrencies: {
    /** ISO 4217 code. */
    code: string;
    /** Symbol shown with amounts. */
    symbol: string;
    /** Full name. */
    name: string;
  }[];
  /** Fetched just now; less than 10 minutes old; or, while the providers return no newer rate for a pair, less than one hour old. */
  source: "live" | "cache" | "stale";
};

export type RatesOfCurrency = {
  /** ISO 4217 code. */
  fiatCurrency: string;
  /** By token. */
  rates: Record<string, string>;
  /** When the oldest of these rates was fetched, ISO 8601, UTC. */
  timestamp: string;
};

/** What every delivery has. */
export type EventBase = {
  /** Stable per event: repeated deliveries carry the same id. Store it so that you act only once. */
  id: string;
  /** When it happened, ISO 8601, UTC. */
  timestamp: string;
  /** Order of a checkout's events, from 1, because they may arrive out of order. 0 for a test. */
  sequence: number;
};

/** The checkout after the event. */
export type CheckoutEventData = {
  /** The checkout's identifier. */
  checkoutId: string;
  status: CheckoutStatus;
  /** EVM chain id; null until a token is selected. */
  chainId: number | null;
  /** Amount to pay, in smallest units; null until a token is selected for a fiat price. */
  amount: string | null;
  /** The fiat price as sent; null for a price in tokens. */
  fiatAmount: string | null;
  /** ISO 4217 code; null for a price in tokens. */
  fiatCurrency: string | null;
  /** Fiat units per token; null before it is locked, and for a price in tokens. */
  exchangeRateUsed: string | null;
  /** The transfer that completed the amount; null before. */
  paymentTxHash: string | null;
  /** Sum of the transfers on the chain, in smallest units. */
  totalPaid: string;
  /** Sum of the final transfers, in smallest units. */
  paidAmount: string;
  /** What the merchant accepted as payment, in smallest units. If it's less than `amount`, it is the price from then on: later money is an overpayment. Null unless accepted. */
  acceptedAmount: string | null;
  /** The expired checkout that the customer continued with this one, at a new price; null for none. Both have the same referenceId: ship the order once. */
  replaces: string | null;
  /** The checkout with which the customer continued this expired one; null for none. Both have the same referenceId: ship the order once. */
  replacedBy: string | null;
  /** Who created it. An API key may be public: check this, the amount and the reference before you ship. */
  createdVia: "server_key" | "api_key" | "link" | "dashboard";
  /** Your order id; it doesn't have to be unique. */
  referenceId: string | null;
  /** The token's contract, in lower case; null until a token is selected. */
  tokenAddress: string | null;
  /** The merchant accepted a partial or late payment: ship although less or later money came. */
  accepted: boolean;
};

export type CheckoutCreatedEvent = EventBase & {
  event: "checkout.created";
  data: CheckoutEventData;
};

export type CheckoutDetectedEvent = EventBase & {
  event: "checkout.detected";
  data: CheckoutEventData;
};

export type CheckoutPartiallyPaidEvent = EventBase & {
  event: "checkout.partially_paid";
  data: CheckoutEventData & {
    /** The part of totalPaid that arrived after expiry, smallest units. Above 0, the customer paid too late and too little. */
    lateAmount: string;
  };
};

export type CheckoutPaidEvent = EventBase & {
  event: "checkout.paid";
  data: CheckoutEventData;
};

export type CheckoutExpiredEvent = EventBase & {
  event: "checkout.expired";
  data: {
    /** The checkout's identifier. */
    checkoutId: string;
    status: CheckoutStatus;
    /** EVM chain id; null until a token is selected. */
    chainId: number | null;
    /** Amount to pay, in smallest units; null until a token is selected for a fiat price. */
    amount: string | null;
    /** The fiat price as sent; null for a price in tokens. */
    fiatAmount: string | null;
    /** ISO 4217 code; null for a price in tokens. */
    fiatCurrency: string | null;
    /** Fiat units per token; null before it is locked, and for a price in tokens. */
    exchangeRateUsed: string | null;
    /** The transfer that completed the amount; null before. */
    paymentTxHash: string | null;
    /** Transfers that arrived in time, smallest units. */
    totalPaid: string;
    /** Final transfers that arrived in time, smallest units. */
    paidAmount: string;
    /** What the merchant accepted as payment, in smallest units. If it's less than `amount`, it is the price from then on: later money is an overpayment. Null unless accepted. */
    acceptedAmount: string | null;
    /** The expired checkout that the customer continued with this one, at a new price; null for none. Both have the same referenceId: ship the order once. */
    replaces: string | null;
    /** The checkout with which the customer continued this expired one; null for none. Both have the same referenceId: ship the order once. */
    replacedBy: string | null;
    /** Who created it. An API key may be public: check this, the amount and the reference before you ship. */
    createdVia: "server_key" | "api_key" | "link" | "dashboard";
    /** Your order id; it doesn't have to be unique. */
    referenceId: string | null;
    /** The token's contract, in lower case; null until a token is selected. */
    tokenAddress: string | null;
    /** The merchant accepted a partial or late payment: ship although less or later money came. */
    accepted: boolean;
    /** Something arrived in time, but not enough. */
    partiallyPaid: boolean;
    /** Transfers that arrived too late, smallest units; usually 0. */
    lateAmount: string;
  };
};

export type CheckoutLatePaidEvent = EventBase & {
  event: "checkout.late_paid";
  data: CheckoutEventData;
};

export type CheckoutRevertedEvent = EventBase & {
  event: "checkout.reverted";
  data: CheckoutEventData;
};

export type CheckoutCancelledEvent = EventBase & {
  event: "checkout.cancelled";
  data: CheckoutEventData;
};

export type CheckoutSettledEvent = EventBase & {
  event: "checkout.settled";
  data: CheckoutEventData;
};

export type CheckoutRefundedEvent = EventBase & {
  event: "checkout.refunded";
  data: CheckoutEventData;
};

export type RefundCompletedEvent = EventBase & {
  event: "refund.completed";
  data: CheckoutEventData & {
    /** The refund after the event. */
    refund: Refund;
  };
};

export type RefundFailedEvent = EventBase & {
  event: "refund.failed";
  data: CheckoutEventData & {
    /** The refund after the event. */
    refund: Refund;
  };
};

export type RefundCancelledEvent = EventBase & {
  event: "refund.cancelled";
  data: CheckoutEventData & {
    /** The refund after the event. */
    refund: Refund;
  };
};

export type EndpointTestEvent = EventBase & {
  event: "endpoint.test";
  /** The endpoint to test. */
  data: {
    /** The webhook endpoint's identifier. */
    endpointId: string;
    /** For people: what this is. */
    message: string;
  };
};

/** An event of a checkout, told apart by `event`. */
export type WebhookEvent =
  | CheckoutCreatedEvent
  | CheckoutDetectedEvent
  | CheckoutPartiallyPaidEvent
  | CheckoutPaidEvent
  | CheckoutExpiredEvent
  | CheckoutLatePaidEvent
  | CheckoutRevertedEvent
  | CheckoutCancelledEvent
  | CheckoutSettledEvent
  | CheckoutRefundedEvent
  | RefundCompletedEvent
  | RefundFailedEvent
  | RefundCancelledEvent;

/** Which of them are asked for. */
export type ListCheckouts = {
  /** Page size, 1 to 100. */
  take?: number;
  /** How many to skip, from the newest. */
  skip?: number;
  /** `pagination.next` of a page, for the older entries after it. Not together with `skip`. */
  after?: string;
  /** Only items in this state. */
  status?: CheckoutStatus;
  /** Only items with this order id. */
  referenceId?: string;
  /** Only items with this deposit address, a payment from this address or a refund to it. */
  address?: string;
  /** Only items with a transfer or a refund in this transaction. */
  txHash?: string;
};

/** Which of them are asked for. */
export type ListRefunds = {
  /** Page size, 1 to 100. */
  take?: number;
  /** How many to skip, from the newest. */
  skip?: number;
};

/** Which of them are asked for. */
export type ListProjectRefunds = {
  /** Page size, 1 to 100. */
  take?: number;
  /** `pagination.next` of a page, for the older entries after it. */
  after?: string;
  /** `pagination.previous` of a page, for the newer entries before it. Not together with `after`. */
  before?: string;
  /** Only refunds in this state. */
  status?:
    | "AWAITING_APPROVAL"
    | "AWAITING_ADDRESS"
    | "AWAITING_SIGNATURE"
    | "PENDING"
    | "PROCESSING"
    | "COMPLETED"
    | "FAILED"
    | "CANCELLED";
  /** Only refunds of this kind. */
  refundType?: RefundType;
  /** Only refunds requested from this time on. */
  from?: string;
  /** Only refunds requested before this time. */
  to?: string;
};

/** Which of them are asked for. */
export type ListPaymentLinks = {
  /** Page size, 1 to 100. */
  take?: number;
  /** `pagination.next` of a page, for the older entries after it. */
  after?: string;
  /** `pagination.previous` of a page, for the newer entries before it. Not together with `after`. */
  before?: string;
};

/** Which of them are asked for. */
export type ListSettlements = {
  /** Page size, 1 to 100. */
  take?: number;
  /** `pagination.next` of a page, for the older entries after it. */
  after?: string;
  /** `pagination.previous` of a page, for the newer entries before it. Not together with `after`. */
  before?: string;
  /** Only settlements in this state. */
  status?: "PENDING" | "COMPLETED" | "FAILED";
  /** Only settlements on this chain. */
  chainId?: number;
};

/** Which of them are asked for. */
export type ListStrays = {
  /** Page size, 1 to 100. */
  take?: number;
  /** `pagination.next` of a page, for the older entries after it. */
  after?: string;
  /** `pagination.previous` of a page, for the newer entries before it. Not together with `after`. */
  before?: string;
};

/** Which of them are asked for. */
export type ListEvents = {
  /** Page size, 1 to 100. */
  take?: number;
  /** `pagination.next` of a page, for the older entries after it. */
  after?: string;
  /** `pagination.previous` of a page, for the newer entries before it. Not together with `after`. */
  before?: string;
  /** Only events of this kind. */
  kind?: EventKind;
  /** Only events of this checkout. */
  checkoutId?: string;
  /** Only events from this time on. */
  from?: string;
  /** Only events before this time. */
  to?: string;
};

/** Which of them are asked for. */
export type ListWebhookEndpoints = {
  /** Page size, 1 to 100. */
  take?: number;
  /** `pagination.next` of a page, for the older entries after it. */
  after?: string;
  /** `pagination.previous` of a page, for the newer entries before it. Not together with `after`. */
  before?: string;
};

/** Which of them are asked for. */
export type ListWebhookDeliveries = {
  /** Page size, 1 to 100. */
  take?: number;
  /** `pagination.next` of a page, for the older entries after it. */
  after?: string;
  /** `pagination.previous` of a page, for the newer entries before it. Not together with `after`. */
  before?: string;
  /** Only deliveries in this state. */
  status?: "PENDING" | "DELIVERED" | "FAILED";
  /** Only deliveries of this kind of event. */
  kind?:
    | "checkout.created"
    | "checkout.detected"
    | "checkout.partially_paid"
    | "checkout.paid"
    | "checkout.expired"
    | "checkout.late_paid"
    | "checkout.reverted"
    | "checkout.cancelled"
    | "checkout.settled"
    | "checkout.refunded"
    | "refund.completed"
    | "refund.failed"
    | "refund.cancelled"
    | "endpoint.test";
  /** Only deliveries about this checkout. */
  checkoutId?: string;
  /** Only events from this time on. */
  from?: string;
  /** Only events before this time. */
  to?: string;
};

/** Which of them are asked for. */
export type ExchangeRates = {
  /** ISO 4217 code, to get only this currency. */
  fiatCurrency?: string;
};

/** Every code that an error can have; more may come. */
export type ErrorCode =
  | "SERVER_KEY_REQUIRED"
  | "INVALID_KEY_TYPE"
  | "INSUFFICIENT_KEY_SCOPE"
  | "PROJECT_NOT_FOUND"
  | "AUTH_PROJECT_REQUIRED"
  | "AUTH_PROJECT_NOT_FOUND"
  | "UNAUTHORIZED"
  | "FORBIDDEN"
  | "ORIGIN_NOT_ALLOWED"
  | "MERCHANT_ADDRESS_NOT_ALLOWED"
  | "RATE_LIMIT_EXCEEDED"
  | "NETWORK_LIMIT_REACHED"
  | "VALIDATION_ERROR"
  | "UNSUPPORTED_FIAT_CURRENCY"
  | "UNSUPPORTED_CHAIN"
  | "UNSUPPORTED_TOKEN"
  | "UNSUPPORTED_TOKEN_FOR_FIAT"
  | "EXCHANGE_RATE_UNAVAILABLE"
  | "CHAIN_UNAVAILABLE"
  | "AMOUNT_TOO_SMALL"
  | "CHECKOUT_NOT_FOUND"
  | "CHECKOUT_NOT_CANCELLABLE"
  | "CHECKOUT_NOT_SELECTABLE"
  | "CHECKOUT_NOT_REQUOTABLE"
  | "CHECKOUT_NOT_REFUNDABLE"
  | "RECEIPT_UNAVAILABLE"
  | "REFUND_AMOUNT_EXCEEDS_AVAILABLE"
  | "REFUND_NOT_FOUND"
  | "REFUND_NOT_APPROVABLE"
  | "REFUND_NOT_CANCELLABLE"
  | "REFUND_NOT_CLAIMABLE"
  | "REFUND_NOT_SIGNABLE"
  | "CHECKOUT_NOT_ACCEPTABLE"
  | "ACCEPT_AMOUNT_MISMATCH"
  | "REFUND_LINK_NOT_FOUND"
  | "PAYMENT_LINK_NOT_FOUND"
  | "SETTLEMENT_NOT_FOUND"
  | "EVENT_NOT_FOUND"
  | "WEBHOOK_ENDPOINT_NOT_FOUND"
  | "WEBHOOK_ENDPOINT_LIMIT"
  | "WEBHOOK_ENDPOINT_DISABLED"
  | "WEBHOOK_DELIVERY_NOT_FOUND"
  | "CONFLICT"
  | "INVALID_SIGNATURE"
  | "CHECKOUT_EXPIRED"
  | "CHECKOUT_NOT_PAYABLE"
  | "GASLESS_UNAVAILABLE"
  | "PERMIT2_ALLOWANCE_REQUIRED"
  | "WALLET_BLOCKED"
  | "TRANSFERS_STOPPED"
  | "AUTHORIZATION_IN_FLIGHT"
  | "AUTHORIZATION_USED"
  | "INVALID_AUTHORIZATION"
  | "INSUFFICIENT_BALANCE"
  | "INVALID_TX_HASH"
  | "CHAIN_MISMATCH"
  | "TRANSACTION_NOT_FOUND"
  | "TRANSACTION_REVERTED"
  | "NO_MATCHING_TRANSFER"
  | "IDEMPOTENCY_KEY_IN_USE"
  | "IDEMPOTENCY_KEY_REUSED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "METHOD_NOT_ALLOWED"
  | "NOT_FOUND"
  | "INTERNAL_ERROR"
  | "SERVICE_UNAVAILABLE";
