import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import { fiatCurrencies, supportedCurrencies } from "@/lib/rates/fiat-currency.rules";

/** An error's documentation. */
export type ErrorHelp = {
  /** When it occurs, and the remedy if there is one. */
  when: string;
  /** An example of a real message. */
  message: string;
  /** The invalid field, if there always is one. */
  param?: string;
};

/** Every error of the API in words, in the order of the checks (spec §7, decisions §3). */
export const errorHelp: Readonly<Record<ErrorCode, ErrorHelp>> = {
  NOT_FOUND: {
    when: "Nothing is at this address.",
    message: "Nothing found at /v2/checkouts.",
  },
  METHOD_NOT_ALLOWED: {
    when: "The address is right, the method is not. The header `Allow` tells which are.",
    message: "PUT is not allowed here. Allowed: GET, HEAD.",
  },
  SERVER_KEY_REQUIRED: {
    when: "The Server API was called without `x-api-key`.",
    message: "The header x-api-key with a server key is required.",
  },
  AUTH_PROJECT_REQUIRED: {
    when: "An SDK endpoint was called without `x-api-key`.",
    message: "The header x-api-key with an API key is required.",
  },
  UNAUTHORIZED: {
    when: "A project-scoped endpoint was called without `x-api-key`, or with an API key that is not valid.",
    message: "x-api-key header is required",
  },
  INVALID_KEY_TYPE: {
    when: "An API key (`svc_sk_…`) was sent to the Server API, or a server key to an SDK endpoint.",
    message: "This is an API key. The Server API needs a server key (svc_server_…).",
  },
  PROJECT_NOT_FOUND: {
    when: "The server key is unknown, malformed or revoked, or its project was deleted.",
    message: "No project has this server key.",
  },
  AUTH_PROJECT_NOT_FOUND: {
    when: "The API key is unknown, malformed or revoked, or its project was deleted.",
    message: "No project has this API key.",
  },
  FORBIDDEN: {
    when: "The key is not an API key of the project in the path, or the project lets no API key create checkouts.",
    message: "This API key does not belong to the project in the path.",
  },
  ORIGIN_NOT_ALLOWED: {
    when: "The request has an `Origin` header that is not on the project's allow-list: it came from a browser. Call from your server.",
    message: "This origin is not on the project's allow-list. Call from your server.",
  },
  RATE_LIMIT_EXCEEDED: {
    when: "Too many requests. `Retry-After` says for how many seconds to wait.",
    message: "Too many requests. Try again after the seconds in Retry-After.",
  },
  PAYLOAD_TOO_LARGE: {
    when: "The body has more than 64 KiB.",
    message: "The body must have at most 65536 bytes.",
  },
  UNSUPPORTED_MEDIA_TYPE: {
    when: "The body is not declared as JSON.",
    message: "Send the body as JSON, with Content-Type: application/json.",
  },
  VALIDATION_ERROR: {
    when: "The body, the query or a header does not read as documented. `details` names each field at fault.",
    message: "fiatAmount: enter an amount like 4.50, with at most 2 decimals",
    param: "fiatAmount",
  },
  IDEMPOTENCY_KEY_IN_USE: {
    when: "A request with this `Idempotency-Key` is still being answered. Send the same again after `Retry-After`.",
    message: "A request with this Idempotency-Key is still in progress. Try again shortly.",
  },
  IDEMPOTENCY_KEY_REUSED: {
    when: "This `Idempotency-Key` was sent with another request. Use a new key for each one.",
    message: "This Idempotency-Key was already used for a different request. Use a new key for each request.",
  },
  MERCHANT_ADDRESS_NOT_ALLOWED: {
    when: "`merchantAddress` is not one that the project lets this key name: with an API key only its settlement wallet.",
    message: "With an API key merchantAddress can only be the project's settlement wallet.",
    param: "merchantAddress",
  },
  UNSUPPORTED_FIAT_CURRENCY: {
    when: "The currency is not on the list. The message tells the list.",
    message: supportedCurrencies(fiatCurrencies),
    param: "fiatCurrency",
  },
  UNSUPPORTED_CHAIN: {
    when: "The chain is not one that the service reads, or not one of this checkout. The message tells which are.",
    message: "Supported chains: 8453 (Base), 137 (Polygon), 42161 (Arbitrum).",
    param: "chainId",
  },
  UNSUPPORTED_TOKEN: {
    when: "The project does not accept this token on this chain. The message tells which it does.",
    message: "Supported tokens: USDC 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 on Base.",
    param: "tokenAddress",
  },
  UNSUPPORTED_TOKEN_FOR_FIAT: {
    when: "A fiat price can be converted to USDC and USDT only.",
    message: "A fiat price can't be converted to this token. Supported tokens: USDC, USDT.",
    param: "tokenAddress",
  },
  EXCHANGE_RATE_UNAVAILABLE: {
    when: "No provider gives a rate that others confirm, and the last one is over an hour old. Try again after `Retry-After`, or price with `amount`.",
    message:
      "The exchange rate is unavailable right now. Try again shortly, or create the checkout with amount.",
  },
  CHAIN_UNAVAILABLE: {
    when: "The merchant's wallet was never checked on one of the networks, and that network does not answer. Whether the wallet is a contract is part of the deposit address. Try again after `Retry-After`.",
    message: "We couldn't check the merchant's wallet on Base. Try again shortly.",
  },
  AMOUNT_TOO_SMALL: {
    when: "The price comes to nothing in the token's smallest unit, or is below the project's minimum.",
    message: "The price is less than the smallest unit of USDC.",
    param: "fiatAmount",
  },
  CHECKOUT_NOT_FOUND: {
    when: "There is no checkout with this id, or it is another project's: the two cannot be told apart.",
    message: "Checkout not found.",
  },
  CHECKOUT_NOT_CANCELLABLE: {
    when: "Only a PENDING checkout can be cancelled. The message names its status.",
    message: "Only a PENDING checkout can be cancelled; this one is PAID.",
  },
  CHECKOUT_NOT_SELECTABLE: {
    when: "Token and network cannot be chosen: they were fixed at creation, the checkout is not PENDING, its time is up, a part is paid already, or they were chosen 10 times from your client address or 100 times in all.",
    message: "You can't change token and network: part of the amount is already paid.",
  },
  CHECKOUT_NOT_REFUNDABLE: {
    when: "Nothing that is final has been received, the payment is still being confirmed, or everything was refunded already; for the request of an overpayment: nothing above the price is left.",
    message: "A checkout that is PENDING can't be refunded.",
  },
  REFUND_AMOUNT_EXCEEDS_AVAILABLE: {
    when: "`amount` is more than what was received, less what was refunded or is being refunded.",
    message: "At most 3000900 can be refunded: 4500900 confirmed, 0 refunded, 1500000 being refunded.",
    param: "amount",
  },
  REFUND_NOT_FOUND: {
    when: "There is no refund with this id. Told to an owner, by no operation.",
    message: "Refund not found.",
  },
  REFUND_NOT_APPROVABLE: {
    when: "Only a refund that is AWAITING_APPROVAL can be approved. Told to an owner, by no operation.",
    message: "Only a refund that is AWAITING_APPROVAL can be approved; this one is PENDING.",
  },
  REFUND_NOT_CANCELLABLE: {
    when: "The refund is on its way or over. Told to an owner, by no operation.",
    message: "A refund that is PROCESSING can't be cancelled.",
  },
  REFUND_NOT_CLAIMABLE: {
    when: "An address is named for the refund already, or it is over: it has no link any more. Told to an owner, by no operation.",
    message: "Only a refund without an address has a claim link; this one is PENDING.",
  },
  REFUND_NOT_SIGNABLE: {
    when: "The refund does not wait for the merchant's wallet. Told to an owner, by no operation.",
    message: "Only a refund that is AWAITING_SIGNATURE can be signed; this one is COMPLETED.",
  },
  CHECKOUT_NOT_ACCEPTABLE: {
    when: "Only a payment that came late, and was not accepted yet, can be accepted. Told to an owner, by no operation.",
    message: "Only a late payment can be accepted; this checkout is PAID.",
  },
  WEBHOOK_ENDPOINT_NOT_FOUND: {
    when: "There is no webhook endpoint with this id, or it was deleted. Told to an owner, by no operation.",
    message: "Webhook endpoint not found.",
  },
  WEBHOOK_ENDPOINT_LIMIT: {
    when: "The project has as many webhook endpoints as it can have. Told to an owner, by no operation.",
    message: "A project can have at most 16 webhook endpoints. Delete one first.",
  },
  WEBHOOK_ENDPOINT_DISABLED: {
    when: "Nothing is sent to a webhook endpoint that is disabled. Told to an owner, by no operation.",
    message: "This webhook endpoint is disabled. Enable it first.",
  },
  WEBHOOK_DELIVERY_NOT_FOUND: {
    when: "There is no webhook delivery with this id. Told to an owner, by no operation.",
    message: "Webhook delivery not found.",
  },
  REFUND_LINK_NOT_FOUND: {
    when: "There is no refund behind this link: it is unknown, expired, replaced by a newer one, or used up for what was asked, which cannot be told apart.",
    message: "This link doesn't lead to a refund. Ask the shop for a new one.",
  },
  INVALID_SIGNATURE: {
    when: "The signature is not that of the wallet that is named, or that wallet did not pay this checkout (for the request of an overpayment: not alone).",
    message: "This wallet didn't pay this checkout.",
    param: "signature",
  },
  CHECKOUT_NOT_PAYABLE: {
    when: "There is nothing that an authorization could pay: the checkout is not PENDING, its time is up, or no token is selected.",
    message: "This checkout can't be paid now: its status is EXPIRED.",
  },
  GASLESS_UNAVAILABLE: {
    when: "The service does not hand this authorization in: the token takes none (EIP-3009) or refuses this one, or the service's own limits are reached. Nothing was taken; pay by an ordinary transfer.",
    message: "USDT on Local doesn't accept signed payments. Pay with an ordinary transfer.",
  },
  WALLET_BLOCKED: {
    when: "The token's issuer blocks the signer's wallet, so an ordinary transfer from it fails, too. Nothing was taken; pay from another wallet.",
    message: "The issuer of USDC on Base blocks this wallet. Pay from another wallet.",
    param: "from",
  },
  TRANSFERS_STOPPED: {
    when: "The token's issuer has paused it, or blocks the deposit address: no transfer of it can pay this checkout now. Nothing was taken.",
    message:
      "The issuer of USDC on Base has paused transfers to this checkout. Try again later, or ask the shop.",
  },
  AUTHORIZATION_IN_FLIGHT: {
    when: "An authorization for this checkout is on its way already. Its end shows in the view's `gaslessPayment`.",
    message: "A signed payment for this checkout is already on its way.",
  },
  AUTHORIZATION_USED: {
    when: "The signer's nonce was used or cancelled on the chain, or was handed in for another authorization. Sign with a new one.",
    message: "This nonce was already used. Sign again with a new one.",
    param: "nonce",
  },
  INVALID_AUTHORIZATION: {
    when: "The authorization is not one for this checkout: `param` names what must be different, or the signature is not the signer's for exactly these terms.",
    message: "value must be the whole remaining amount: 4500900.",
    param: "value",
  },
  INSUFFICIENT_BALANCE: {
    when: "The signer's wallet does not hold the amount.",
    message: "This wallet has 1000000 of the token's smallest units, but 4500900 are needed.",
    param: "from",
  },
  INVALID_TX_HASH: {
    when: "`txHash` is not 0x and 64 hex digits.",
    message: "txHash must be 0x and 64 hex digits.",
    param: "txHash",
  },
  CHAIN_MISMATCH: {
    when: "The transaction pays this checkout's address on another network. What was found is recorded, and the merchant sees it.",
    message:
      "Found 4.50 USDC on Polygon, but this checkout has to be paid on another network. The merchant can see it.",
  },
  TRANSACTION_NOT_FOUND: {
    when: "The network does not know the transaction, and the service is not waiting for it: 5 hashes from your client address or 50 in all are waited for already, or the checkout is not PENDING.",
    message: "The network doesn't know this transaction.",
  },
  TRANSACTION_REVERTED: {
    when: "The transaction failed on the chain: nothing was paid by it.",
    message: "This transaction failed on the network, so it paid nothing.",
  },
  NO_MATCHING_TRANSFER: {
    when: "The transaction holds no transfer to this checkout's address in its token. Anything else found there is recorded.",
    message: "This transaction doesn't pay this checkout's address.",
  },
  INTERNAL_ERROR: {
    when: "Something went wrong on our side. Try again with the same `Idempotency-Key`, and name the request id if it stays.",
    message:
      "Something went wrong on our side. If you contact us, include this request id: 6f1c8f3e-8a55-4f0e-9d0b-5f2f6f1f2a11.",
  },
};
