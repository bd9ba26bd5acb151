import { sentenceOf } from "@/lib/platform/faults/fault.rules";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { supportedCurrencies } from "@/lib/rates/supported-currencies.rules";

/** An error's documentation. */
export type ErrorHelp = {
  /** When it occurs, and the remedy if there is one. */
  when: string;
  /** An example of a real message. */
  message: string;
  /** The invalid field, if there always is one. */
  param?: string;
};

/** Every error of the API in words, in the order of the checks (spec §7, spec D3). */
export const errorHelp: Readonly<Record<ErrorCode, ErrorHelp>> = {
  NOT_FOUND: {
    when: "Nothing exists at this address.",
    message: "Nothing found at /v2/checkouts.",
  },
  METHOD_NOT_ALLOWED: {
    when: "This address doesn't support the method. The header `Allow` lists the supported ones.",
    message: "PUT is not allowed here. Allowed: GET, HEAD.",
  },
  SERVER_KEY_REQUIRED: {
    when: "The Server API was called without `x-api-key`.",
    message: "Send a server key in the header x-api-key.",
  },
  AUTH_PROJECT_REQUIRED: {
    when: "An SDK endpoint was called without `x-api-key`.",
    message: "Send an API key in the header x-api-key.",
  },
  UNAUTHORIZED: {
    when: "A project-scoped endpoint was called without `x-api-key`, or with an invalid API key.",
    message: "x-api-key header is required",
  },
  INVALID_KEY_TYPE: {
    when: "An API key (`svc_sk_…`) was sent to the Server API, or a server key to an SDK endpoint.",
    message: "This is an API key. The Server API needs a server key (svc_server_…).",
  },
  INSUFFICIENT_KEY_SCOPE: {
    when: "The server key's scope doesn't allow this operation. The message has both scopes. Create a key with a wider one in the dashboard, under Developers.",
    message: 'This operation needs a server key with the scope "all". The scope of this key is "read".',
  },
  PROJECT_NOT_FOUND: {
    when: "The server key is unknown, malformed or revoked, or its project was deleted.",
    message:
      "This server key is wrong: it is misspelt or revoked, or its project was deleted. Copy a current one from the dashboard, under Developers.",
  },
  AUTH_PROJECT_NOT_FOUND: {
    when: "The API key is unknown, malformed or revoked, or its project was deleted.",
    message: "No project has this API key.",
  },
  FORBIDDEN: {
    when: "The key is not an API key of the project in the path, or the project doesn't let API keys create checkouts.",
    message: "This API key doesn't belong to the project in the path.",
  },
  ORIGIN_NOT_ALLOWED: {
    when: "The request came from a browser: its `Origin` is not on the project's allow-list. Call from your server.",
    message: "This origin is not on the project's allow-list. Call from your server.",
  },
  RATE_LIMIT_EXCEEDED: {
    when: "Too many requests. `Retry-After` says for how many seconds to wait.",
    message: "Too many requests. Try again after the seconds in Retry-After.",
  },
  NETWORK_LIMIT_REACHED: {
    when: "Others on your internet connection used up what it may do with this checkout. `Retry-After` says for how many seconds to wait; another connection may do it now.",
    message:
      "Others on your internet connection changed token and network too often. Pay as chosen, or try another one.",
  },
  PAYLOAD_TOO_LARGE: {
    when: "The body is larger than 64 KiB.",
    message: "The body must have at most 65536 bytes.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: "`Content-Type` isn't `application/json`.",
    message: "Send the body as JSON, with Content-Type: application/json.",
  },
  VALIDATION_ERROR: {
    when: "The body, the query or a header has invalid fields. `details` names each one.",
    message: "fiatAmount: enter an amount like 4.50, with at most 2 decimals",
    param: "fiatAmount",
  },
  IDEMPOTENCY_KEY_IN_USE: {
    when: "A request with this `Idempotency-Key` is still in progress. Send it again after `Retry-After`.",
    message: "A request with this Idempotency-Key is still in progress. Try again shortly.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: "This `Idempotency-Key` was already used for a different request. Use a new key for each request.",
    message: "This Idempotency-Key was already used for a different request. Use a new key for each request.",
  },
  MERCHANT_ADDRESS_NOT_ALLOWED: {
    when: "The project doesn't let this key use this `merchantAddress`. An API key can only use the project's settlement wallet, and a server key with the scope `create` also those that the project lists.",
    message: "With an API key merchantAddress can only be the project's settlement wallet.",
    param: "merchantAddress",
  },
  UNSUPPORTED_FIAT_CURRENCY: {
    when: "We don't support this currency. The message lists the supported ones.",
    message: sentenceOf(supportedCurrencies(fiatCurrencies)),
    param: "fiatCurrency",
  },
  UNSUPPORTED_CHAIN: {
    when: "The service or this checkout doesn't support this chain. The message lists the supported ones.",
    message: "Supported chains: 8453 (Base), 137 (Polygon), 42161 (Arbitrum).",
    param: "chainId",
  },
  UNSUPPORTED_TOKEN: {
    when: "The project doesn't accept this token on this chain. The message lists the accepted ones.",
    message: "Supported tokens: USDC 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 on Base.",
    param: "tokenAddress",
  },
  UNSUPPORTED_TOKEN_FOR_FIAT: {
    when: "A fiat price can be converted to USDC and USDT only.",
    message: "A fiat price can't be converted to this token. Supported tokens: USDC, USDT.",
    param: "tokenAddress",
  },
  EXCHANGE_RATE_UNAVAILABLE: {
    when: "The providers don't agree on a rate, and the last one is over an hour old. Try again after `Retry-After`, or set the price with `amount`.",
    message:
      "The exchange rate is unavailable right now. Try again shortly, or create the checkout with amount.",
  },
  CHAIN_UNAVAILABLE: {
    when: "We have never checked the merchant's wallet on one of the networks, and that network doesn't respond. The deposit address depends on whether the wallet is a contract. Try again after `Retry-After`.",
    message: "We couldn't check the merchant's wallet on Base. Try again shortly.",
  },
  AMOUNT_TOO_SMALL: {
    when: "The price is less than the token's smallest unit, or below the project's minimum.",
    message: "The price is less than the smallest unit of USDC.",
    param: "fiatAmount",
  },
  CHECKOUT_NOT_FOUND: {
    when: "No checkout of this project has this id.",
    message: "Checkout not found.",
  },
  CHECKOUT_NOT_CANCELLABLE: {
    when: "Only a PENDING checkout can be cancelled. The message has its status.",
    message: "Only a PENDING checkout can be cancelled; this one is PAID.",
  },
  CHECKOUT_NOT_SELECTABLE: {
    when: "Token and network can't be changed: they were set at creation, the checkout is not PENDING or has expired, part of the amount is already paid, or they were changed 10 times from your client address or, three of them yours, 100 times in total.",
    message: "You can't change token and network: part of the amount is already paid.",
  },
  CHECKOUT_NOT_REQUOTABLE: {
    when: "The checkout can't be continued at the current rate: the project doesn't offer it, the price isn't in fiat, the checkout is not EXPIRED or expired over 24 hours ago, a payment was seen or is on its way, its terms are no longer accepted, or the price was already updated 10 times.",
    message: "This checkout can't be continued: a payment was received or is on its way.",
  },
  CHECKOUT_NOT_REFUNDABLE: {
    when: "No final payment was received, the payment is still being confirmed, or everything was already refunded. For an overpayment request: nothing above the price is left.",
    message: "A checkout that is PENDING can't be refunded.",
  },
  RECEIPT_UNAVAILABLE: {
    when: "The checkout has no receipt, such as before it is paid. By e-mail also: the receipt was already sent, or this service sends no e-mail.",
    message: "The receipt was already sent.",
  },
  REFUND_AMOUNT_EXCEEDS_AVAILABLE: {
    when: "`amount` is more than what was received minus what was refunded or is being refunded.",
    message: "At most 3000900 can be refunded: 4500900 confirmed, 0 refunded, 1500000 being refunded.",
    param: "amount",
  },
  REFUND_NOT_FOUND: {
    when: "No refund of this project has this id.",
    message: "Refund not found.",
  },
  REFUND_NOT_APPROVABLE: {
    when: "Only a refund that is AWAITING_APPROVAL can be approved. Only the dashboard returns this error.",
    message: "Only a refund that is AWAITING_APPROVAL can be approved; this one is PENDING.",
  },
  REFUND_NOT_CANCELLABLE: {
    when: "The refund is on its way or has ended.",
    message: "A refund that is PROCESSING can't be cancelled.",
  },
  REFUND_NOT_CLAIMABLE: {
    when: "The refund already has an address or has ended, so it has no claim link. Only the dashboard returns this error.",
    message: "Only a refund without an address has a claim link; this one is PENDING.",
  },
  REFUND_NOT_SIGNABLE: {
    when: "The refund isn't waiting for the merchant's wallet, or the wallet was asked to sign it minutes ago. Only the dashboard returns this error.",
    message:
      "Only a refund that is AWAITING_SIGNATURE can be signed; rfd_01j9z3k4m5n6p7q8r9s0t1v2w3 is COMPLETED.",
  },
  CHECKOUT_NOT_ACCEPTABLE: {
    when: "Only a partial or late payment can be accepted, once, while the checkout is PENDING, EXPIRED or LATE_PAID.",
    message: "Only a checkout that is PENDING, EXPIRED or LATE_PAID can be accepted; this one is PAID.",
  },
  ACCEPT_AMOUNT_MISMATCH: {
    when: "`amount` isn't what the checkout has received by now. The message has the present amount.",
    message: "The checkout has received 9950000, not 9000000. Nothing was accepted.",
  },
  SETTLEMENT_NOT_FOUND: {
    when: "No settlement of this project has this id.",
    message: "Settlement not found.",
  },
  EVENT_NOT_FOUND: {
    when: "No event of this project in the last 90 days has this id.",
    message: "Event not found.",
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    when: "No webhook endpoint of this project has this id, or it was deleted.",
    message: "Webhook endpoint not found.",
  },
  PAYMENT_LINK_NOT_FOUND: {
    when: "No payment link of this project has this id.",
    message: "Payment link not found.",
  },
  CONFLICT: {
    when: "The present state doesn't allow it; the message says why.",
    message: "This link is disabled. Create a new one.",
  },
  WEBHOOK_ENDPOINT_LIMIT: {
    when: "The project already has the maximum number of webhook endpoints.",
    message: "A project can have at most 16 webhook endpoints. Delete one first.",
  },
  WEBHOOK_ENDPOINT_DISABLED: {
    when: "The webhook endpoint is disabled, so it receives nothing.",
    message: "This webhook endpoint is disabled. Enable it first.",
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    when: "No webhook delivery of this project has this id.",
    message: "Webhook delivery not found.",
  },
  REFUND_LINK_NOT_FOUND: {
    when: "The link is unknown, expired, replaced by a newer one or already used. These cases get the same error.",
    message: "This link doesn't lead to a refund. Ask the shop for a new one.",
  },
  INVALID_SIGNATURE: {
    when: "The signature isn't from the given wallet, or that wallet didn't pay this checkout. For an overpayment request: it wasn't the only wallet that paid.",
    message: "This wallet didn't pay this checkout.",
    param: "signature",
  },
  CHECKOUT_EXPIRED: {
    when: "The checkout has expired, so software can't pay it any more. A payment that was accepted before still gets its outcome.",
    message: "This checkout has expired.",
  },
  CHECKOUT_NOT_PAYABLE: {
    when: "An authorization can't pay this checkout: it is not PENDING, has expired, or has no selected token.",
    message: "This checkout can't be paid now: its status is EXPIRED.",
  },
  GASLESS_UNAVAILABLE: {
    when: "We can't send this authorization: the token doesn't support this kind of signature or refuses this one, or the service's own limits are reached. No money was taken; pay with an ordinary transfer.",
    message: "USDT on Local doesn't accept signed payments. Pay with an ordinary transfer.",
  },
  PERMIT2_ALLOWANCE_REQUIRED: {
    when: "The signer's wallet hasn't approved Permit2 for the amount, and no permit came with the authorization. No money was taken; approve Permit2, or pay with an ordinary transfer.",
    message: "This wallet hasn't approved Permit2 for this amount of USDT on Ethereum.",
    param: "from",
  },
  WALLET_BLOCKED: {
    when: "The token's issuer blocks the signer's wallet, so an ordinary transfer from it fails too. No money was taken; pay from another wallet.",
    message: "The issuer of USDC on Base blocks this wallet. Pay from another wallet.",
    param: "from",
  },
  TRANSFERS_STOPPED: {
    when: "The token's issuer has paused it or blocks the deposit address, so no transfer can pay this checkout now. No money was taken.",
    message:
      "The issuer of USDC on Base has paused transfers to this checkout. Try again later, or ask the shop.",
  },
  AUTHORIZATION_IN_FLIGHT: {
    when: "Another authorization for this checkout is on its way, or may still be submitted by anyone who holds it: the view's `gaslessPayment.mayStillPay` is true.",
    message:
      "A signed payment for this checkout is on its way, or may still be submitted until its time is over.",
  },
  AUTHORIZATION_USED: {
    when: "The signer's nonce was submitted with another authorization. Sign with a new one.",
    message: "This nonce was already used. Sign again with a new one.",
    param: "nonce",
  },
  INVALID_AUTHORIZATION: {
    when: "The authorization doesn't match this checkout: `param` names the wrong field, or the signature isn't from the signer for exactly these terms.",
    message: "value must be the whole remaining amount: 4500900.",
    param: "value",
  },
  INSUFFICIENT_BALANCE: {
    when: "The signer's wallet has less than the amount.",
    message: "This wallet has 1000000 of the token's smallest units, but 4500900 are needed.",
    param: "from",
  },
  INVALID_TX_HASH: {
    when: "`txHash` is not 0x and 64 hex digits.",
    message: "txHash must be 0x and 64 hex digits.",
    param: "txHash",
  },
  CHAIN_MISMATCH: {
    when: "The transaction pays this checkout's address on another network. We recorded it, and the merchant can see it.",
    message:
      "Found 4.50 USDC on Polygon, but this checkout has to be paid on another network. The merchant can see it.",
  },
  TRANSACTION_NOT_FOUND: {
    when: "The network doesn't know the transaction, and the service isn't waiting for it: it already waits for 5 hashes from your client address or 50 in total, or the checkout is neither PENDING nor EXPIRED.",
    message: "The network doesn't know this transaction.",
  },
  TRANSACTION_REVERTED: {
    when: "The transaction failed on the chain, so it paid nothing.",
    message: "This transaction failed on the network, so it paid nothing.",
  },
  NO_MATCHING_TRANSFER: {
    when: "The transaction has no transfer of the checkout's token to its address, or has no block yet and doesn't name that address. We recorded other transfers to that address.",
    message: "This transaction doesn't pay this checkout's address.",
  },
  SERVICE_UNAVAILABLE: {
    when: "The service is busy, or its database is away or full. Try again after `Retry-After`, with the same `Idempotency-Key`.",
    message:
      "The service can't read or write its data right now. Try again after the seconds in Retry-After. If you contact us, include this request id: 6f1c8f3e-8a55-4f0e-9d0b-5f2f6f1f2a11.",
  },
  INTERNAL_ERROR: {
    when: "Something went wrong on our side. Try again with the same `Idempotency-Key`. If it keeps happening, report the request id.",
    message:
      "Something went wrong on our side. If you contact us, include this request id: 6f1c8f3e-8a55-4f0e-9d0b-5f2f6f1f2a11.",
  },
};
