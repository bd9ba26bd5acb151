import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import { supportedCurrencies } from "@/lib/rates/exchange-rates.schema";
import { alwaysOffered } from "@/lib/rates/fiat-currency.rules";

/** An error's documentation. */
export type ErrorHelp = {
  /** When it occurs, and the remedy if there is one. */
  when: string;
  /** An example; of a VALIDATION_ERROR, its field's. */
  fault: Fault;
  /** The invalid field, if there always is one. */
  param?: string;
};

/** Every error of the API in words, in the order of the checks (spec §7, spec D3). */
export const errorHelp: Readonly<Record<ErrorCode, ErrorHelp>> = {
  NOT_FOUND: {
    when: "Nothing exists at this address.",
    fault: fault("api.notFound", { path: "/v2/checkouts" }),
  },
  METHOD_NOT_ALLOWED: {
    when: "This address doesn't support the method. The header `Allow` lists the supported ones.",
    fault: fault("api.method", { method: "PUT", allowed: "GET, HEAD" }),
  },
  SERVER_KEY_REQUIRED: {
    when: "The Server API was called without `x-api-key`.",
    fault: fault("api.serverKeyMissing"),
  },
  AUTH_PROJECT_REQUIRED: {
    when: "An SDK endpoint was called without `x-api-key`.",
    fault: fault("api.apiKeyMissing"),
  },
  UNAUTHORIZED: {
    when: "A project-scoped endpoint was called without `x-api-key`, or with an invalid API key.",
    fault: fault("api.keyMissing"),
  },
  INVALID_KEY_TYPE: {
    when: "An API key (`svc_sk_…`) was sent to the Server API, or a server key to an SDK endpoint.",
    fault: fault("api.needsServerKey"),
  },
  INSUFFICIENT_KEY_SCOPE: {
    when: "The server key's scope doesn't allow this operation. The message has both scopes. Create a key with a wider one in the dashboard, under Developers.",
    fault: fault("api.scopeTooSmall", { needs: "all", has: "read" }),
  },
  PROJECT_NOT_FOUND: {
    when: "The server key is unknown, malformed or revoked, or its project was deleted.",
    fault: fault("api.serverKeyUnknown"),
  },
  AUTH_PROJECT_NOT_FOUND: {
    when: "The API key is unknown, malformed or revoked, or its project was deleted.",
    fault: fault("api.noProject"),
  },
  FORBIDDEN: {
    when: "The key is not an API key of the project in the path, or the project doesn't let API keys create checkouts.",
    fault: fault("api.otherProject"),
  },
  ORIGIN_NOT_ALLOWED: {
    when: "The request came from a browser: its `Origin` is not on the project's allow-list. Call from your server.",
    fault: fault("api.foreignOrigin"),
  },
  RATE_LIMIT_EXCEEDED: {
    when: "Too many requests. `Retry-After` says for how many seconds to wait.",
    fault: fault("service.tooManyRequests"),
  },
  NETWORK_LIMIT_REACHED: {
    when: "Others on your internet connection used up what it may do with this checkout. `Retry-After` says for how many seconds to wait; another connection may do it now.",
    fault: fault("checkouts.networkChanges"),
  },
  PAYLOAD_TOO_LARGE: {
    when: "The body is larger than 64 KiB.",
    fault: fault("service.bodyTooLarge", { most: 65536 }),
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: "`Content-Type` isn't `application/json`.",
    fault: fault("api.bodyType"),
  },
  VALIDATION_ERROR: {
    when: "The body, the query or a header has invalid fields. `details` names each one.",
    fault: fault("fields.amountDecimals", { places: 2 }),
    param: "fiatAmount",
  },
  IDEMPOTENCY_KEY_IN_USE: {
    when: "A request with this `Idempotency-Key` is still in progress. Send it again after `Retry-After`.",
    fault: fault("api.keyInUse"),
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: "This `Idempotency-Key` was already used for a different request. Use a new key for each request.",
    fault: fault("api.keyReused"),
  },
  MERCHANT_ADDRESS_NOT_ALLOWED: {
    when: "The project doesn't let this key use this `merchantAddress`. An API key can only use the project's settlement wallet, and a server key with the scope `create` also those that the project lists.",
    fault: fault("api.onlyOwnWallet"),
    param: "merchantAddress",
  },
  UNSUPPORTED_FIAT_CURRENCY: {
    when: "We don't support this currency, or fewer than two providers agree on its rate now. The message lists the supported ones.",
    fault: supportedCurrencies(alwaysOffered),
    param: "fiatCurrency",
  },
  UNSUPPORTED_CHAIN: {
    when: "The service or this checkout doesn't support this chain. The message lists the supported ones.",
    fault: fault("checkouts.chains", { chains: "8453 (Base), 137 (Polygon), 42161 (Arbitrum)" }),
    param: "chainId",
  },
  UNSUPPORTED_TOKEN: {
    when: "The project doesn't accept this token on this chain. The message lists the accepted ones.",
    fault: fault("checkouts.tokens", { tokens: "USDC 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 on Base" }),
    param: "tokenAddress",
  },
  UNSUPPORTED_TOKEN_FOR_FIAT: {
    when: "A fiat price can be converted to USDC and USDT only.",
    fault: fault("rates.notForFiat", { tokens: "USDC, USDT" }),
    param: "tokenAddress",
  },
  EXCHANGE_RATE_UNAVAILABLE: {
    when: "The providers don't agree on a rate, and the last one is over an hour old. Try again after `Retry-After`, or set the price with `amount`.",
    fault: fault("rates.unavailable"),
  },
  CHAIN_UNAVAILABLE: {
    when: "We have never checked the merchant's wallet on one of the networks, and that network doesn't respond. The deposit address depends on whether the wallet is a contract. Try again after `Retry-After`.",
    fault: fault("projects.walletSilent", { networks: "Base" }),
  },
  AMOUNT_TOO_SMALL: {
    when: "The price is less than the token's smallest unit, or below the project's minimum.",
    fault: fault("rates.belowUnit", { token: "USDC" }),
    param: "fiatAmount",
  },
  CHECKOUT_NOT_FOUND: {
    when: "No checkout of this project has this id.",
    fault: fault("checkouts.notFound"),
  },
  CHECKOUT_NOT_CANCELLABLE: {
    when: "Only a PENDING checkout can be cancelled. The message has its status.",
    fault: fault("checkouts.notCancellable", { status: "PAID" }),
  },
  CHECKOUT_NOT_SELECTABLE: {
    when: "Token and network can't be changed: they were set at creation, the checkout is not PENDING or has expired, part of the amount is already paid, or they were changed 10 times from your client address or, three of them yours, 100 times in total.",
    fault: fault("checkouts.partPaid"),
  },
  CHECKOUT_NOT_REQUOTABLE: {
    when: "The checkout can't be continued at the current rate: the project doesn't offer it, the price isn't in fiat, the checkout is not EXPIRED or expired over 24 hours ago, a payment was seen or is on its way, its terms are no longer accepted, or the price was already updated 10 times.",
    fault: fault("checkouts.cantContinue", { reason: fault("reasons.onItsWay") }),
  },
  CHECKOUT_NOT_REFUNDABLE: {
    when: "No final payment was received, the payment is still being confirmed, or everything was already refunded. For an overpayment request: nothing above the price is left.",
    fault: fault("refunds.notRefundable", { status: "PENDING" }),
  },
  RECEIPT_UNAVAILABLE: {
    when: "The checkout has no receipt, such as before it is paid. By e-mail also: the receipt was already sent, or this service sends no e-mail.",
    fault: fault("receipts.sent"),
  },
  REFUND_AMOUNT_EXCEEDS_AVAILABLE: {
    when: "`amount` is more than what was received minus what was refunded or is being refunded.",
    fault: fault("refunds.mostAmount", {
      available: 3000900,
      received: 4500900,
      refunded: 0,
      refunding: 1500000,
    }),
    param: "amount",
  },
  REFUND_NOT_FOUND: {
    when: "No refund of this project has this id.",
    fault: fault("refunds.notFound"),
  },
  REFUND_NOT_APPROVABLE: {
    when: "Only a refund that is AWAITING_APPROVAL can be approved. Only the dashboard returns this error.",
    fault: fault("refunds.notApprovable", { status: "PENDING" }),
  },
  REFUND_NOT_CANCELLABLE: {
    when: "The refund is on its way or has ended.",
    fault: fault("refunds.notCancellable", { status: "PROCESSING" }),
  },
  REFUND_NOT_CLAIMABLE: {
    when: "The refund already has an address or has ended, so it has no claim link. Only the dashboard returns this error.",
    fault: fault("refunds.hasAddress", { status: "PENDING" }),
  },
  REFUND_NOT_SIGNABLE: {
    when: "The refund isn't waiting for the merchant's wallet, or the wallet was asked to sign it minutes ago. Only the dashboard returns this error.",
    fault: fault("refunds.notSignable", { refund: "rfd_01j9z3k4m5n6p7q8r9s0t1v2w3", status: "COMPLETED" }),
  },
  CHECKOUT_NOT_ACCEPTABLE: {
    when: "Only a partial or late payment can be accepted, once, while the checkout is PENDING, EXPIRED or LATE_PAID.",
    fault: fault("checkouts.notAcceptable", { status: "PAID" }),
  },
  ACCEPT_AMOUNT_MISMATCH: {
    when: "`amount` isn't what the checkout has received by now. The message has the present amount.",
    fault: fault("payments.otherAmount", { units: 9950000, expected: 9000000 }),
  },
  SETTLEMENT_NOT_FOUND: {
    when: "No settlement of this project has this id.",
    fault: fault("settlement.notFound"),
  },
  EVENT_NOT_FOUND: {
    when: "No event of this project in the last 90 days has this id.",
    fault: fault("webhooks.eventNotFound"),
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    when: "No webhook endpoint of this project has this id, or it was deleted.",
    fault: fault("webhooks.endpointNotFound"),
  },
  PAYMENT_LINK_NOT_FOUND: {
    when: "No payment link of this project has this id.",
    fault: fault("links.notFound"),
  },
  CONFLICT: {
    when: "The present state doesn't allow it; the message says why.",
    fault: fault("links.disabled"),
  },
  WEBHOOK_ENDPOINT_LIMIT: {
    when: "The project already has the maximum number of webhook endpoints.",
    fault: fault("webhooks.mostEndpoints", { most: 16 }),
  },
  WEBHOOK_ENDPOINT_DISABLED: {
    when: "The webhook endpoint is disabled, so it receives nothing.",
    fault: fault("webhooks.endpointDisabled"),
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    when: "No webhook delivery of this project has this id.",
    fault: fault("webhooks.deliveryNotFound"),
  },
  REFUND_LINK_NOT_FOUND: {
    when: "The link is unknown, expired, replaced by a newer one or already used. These cases get the same error.",
    fault: fault("refunds.linkOver"),
  },
  INVALID_SIGNATURE: {
    when: "The signature isn't from the given wallet, or that wallet didn't pay this checkout. For an overpayment request: it wasn't the only wallet that paid.",
    fault: fault("refunds.notPayer"),
    param: "signature",
  },
  CHECKOUT_EXPIRED: {
    when: "The checkout has expired, so software can't pay it any more. A payment that was accepted before still gets its outcome.",
    fault: fault("signed.expired"),
  },
  CHECKOUT_NOT_PAYABLE: {
    when: "An authorization can't pay this checkout: it is not PENDING, has expired, or has no selected token.",
    fault: fault("signed.notPayable", { reason: fault("reasons.status", { status: "EXPIRED" }) }),
  },
  GASLESS_UNAVAILABLE: {
    when: "We can't send this authorization: the token doesn't support this kind of signature or refuses this one, or the service's own limits are reached. No money was taken; pay with an ordinary transfer.",
    fault: fault("signed.payOrdinarily", { why: fault("signed.unsupported", { token: "USDT on Local" }) }),
  },
  PERMIT2_ALLOWANCE_REQUIRED: {
    when: "The signer's wallet hasn't approved Permit2 for the amount, and no permit came with the authorization. No money was taken; approve Permit2, or pay with an ordinary transfer.",
    fault: fault("signed.noAllowance", { token: "USDT on Ethereum" }),
    param: "from",
  },
  WALLET_BLOCKED: {
    when: "The token's issuer blocks the signer's wallet, so an ordinary transfer from it fails too. No money was taken; pay from another wallet.",
    fault: fault("signed.walletBlocked", { token: "USDC on Base" }),
    param: "from",
  },
  TRANSFERS_STOPPED: {
    when: "The token's issuer has paused it or blocks the deposit address, so no transfer can pay this checkout now. No money was taken.",
    fault: fault("signed.paused", { token: "USDC on Base" }),
  },
  AUTHORIZATION_IN_FLIGHT: {
    when: "Another authorization for this checkout is on its way, or may still be submitted by anyone who holds it: the view's `gaslessPayment.mayStillPay` is true.",
    fault: fault("signed.inFlight"),
  },
  AUTHORIZATION_USED: {
    when: "The signer's nonce was submitted with another authorization. Sign with a new one.",
    fault: fault("signed.usedNonce"),
    param: "nonce",
  },
  INVALID_AUTHORIZATION: {
    when: "The authorization doesn't match this checkout: `param` names the wrong field, or the signature isn't from the signer for exactly these terms.",
    fault: fault("fields.sentence", {
      field: "value",
      fault: fault("signed.wholeAmount", { units: 4500900 }),
    }),
    param: "value",
  },
  INSUFFICIENT_BALANCE: {
    when: "The signer's wallet has less than the amount.",
    fault: fault("signed.balance", { balance: 1000000, amount: 4500900 }),
    param: "from",
  },
  INVALID_TX_HASH: {
    when: "`txHash` is not 0x and 64 hex digits.",
    fault: fault("chain.txHash"),
    param: "txHash",
  },
  CHAIN_MISMATCH: {
    when: "The transaction pays this checkout's address on another network. We recorded it, and the merchant can see it.",
    fault: fault("payments.otherNetwork", { tokens: "4.50 USDC", network: "Polygon" }),
  },
  TRANSACTION_NOT_FOUND: {
    when: "The network doesn't know the transaction, and the service isn't waiting for it: it already waits for 5 hashes from your client address or 50 in total, or the checkout is neither PENDING nor EXPIRED.",
    fault: fault("chain.unknownTransaction"),
  },
  TRANSACTION_REVERTED: {
    when: "The transaction failed on the chain, so it paid nothing.",
    fault: fault("payments.failed"),
  },
  NO_MATCHING_TRANSFER: {
    when: "The transaction has no transfer of the checkout's token to its address, or has no block yet and doesn't name that address. We recorded other transfers to that address.",
    fault: fault("payments.paysNothing"),
  },
  SERVICE_UNAVAILABLE: {
    when: "The service is busy, or its database is away or full. Try again after `Retry-After`, with the same `Idempotency-Key`.",
    fault: fault("service.databaseAway", { request: "6f1c8f3e-8a55-4f0e-9d0b-5f2f6f1f2a11" }),
  },
  INTERNAL_ERROR: {
    when: "Something went wrong on our side. Try again with the same `Idempotency-Key`. If it keeps happening, report the request id.",
    fault: fault("service.failed", { request: "6f1c8f3e-8a55-4f0e-9d0b-5f2f6f1f2a11" }),
  },
};
