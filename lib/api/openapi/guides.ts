import { apiKeyUseTexts } from "@/lib/projects/keys/api-key.rules";

/** A topic for every operation; text in Markdown with only `code`, **bold** and lists. */
export type Guide = { id: string; title: string; paragraphs: readonly (string | readonly string[])[] };

/** What applies to all operations. An array is a list of points. */
export const guides = [
  {
    id: "addresses",
    title: "Base address and answers",
    paragraphs: [
      "The base address is the service's origin, or the origin followed by `/api`: both answer alike. Two paths are pages too, `/c/{checkoutId}` and `/dashboard/projects/{projectId}/checkouts`: there a GET that accepts `text/html` and carries no key gets the page.",
      'Every answer is JSON: `{"ok": true, "data": …}`, lists with `pagination` beside it, and failures `{"ok": false, "error": …}`. A creation answers 201, everything else 200. Every answer carries `x-request-id`: name it when you ask about one. A GET can be sent as HEAD.',
      "Documented members are always there, `null` when they are not known yet.",
      [
        "**Amounts of tokens** are whole numbers of the token's smallest unit, as text: `4500000` is 4.50 USDC (6 decimals). Read them as big integers, never as floating point.",
        "**Prices and rates** are decimal text. The token amount is `fiatAmount / exchangeRateUsed`, rounded down: nobody overpays.",
        "**Addresses** are taken in any case. The Server API answers them with EIP-55 checksum, the public view and webhooks in lower case.",
        "**Times** are ISO 8601 in UTC.",
        "**Lengths** of text count characters (Unicode code points): an emoji is one.",
      ],
    ],
  },
  {
    id: "authentication",
    title: "Authentication",
    paragraphs: [
      "A key travels in the header `x-api-key`. There are two kinds, told apart by their beginning:",
      [
        "**Server key**, `svc_server_…`: for the Server API below `/v1`. It creates, cancels and refunds. It stays on your server, and is never in a page, an app or a repository.",
        "**API key**, `svc_sk_…`: for the project-scoped and the SDK endpoints. It moves no money. What else it can do depends on where the project uses it, which the payment settings of the dashboard say:",
      ],
      [
        `**In browsers** (the default): ${apiKeyUseTexts.BROWSER}`,
        `**On a server**: ${apiKeyUseTexts.SERVER}`,
      ],
      "The payment page's endpoints (`/c/…`) and the public ones (`/public/…`) need no key.",
      "A request with an `Origin` header comes from a browser, and is refused with ORIGIN_NOT_ALLOWED unless that origin is on the project's allow-list, compared character by character. CORS headers are only on the answers of the SDK endpoints and of a create with an API key, and only where the project uses that key in browsers.",
      "A request is judged in this order: address and method, key present, its kind, key known, origin, limit, size and media type, body, and last what it is about. A revoked key stops working at once.",
    ],
  },
  {
    id: "idempotency",
    title: "Idempotency",
    paragraphs: [
      "Every POST with a key takes the header `Idempotency-Key`: 1 to 255 printable ASCII characters of your own choice, such as a UUID or your order's id. However often the request is sent with it, it is done once, and whoever asks again gets the first answer with `idempotent-replayed: true`. So a request that got no answer can be sent again without fear.",
      [
        "A key belongs to the project and is kept for 24 hours. Those sent with a server key and those sent with an API key are kept apart, and with an API key for browsers those of each client address.",
        "The same key with another method, path or body is refused with 422 IDEMPOTENCY_KEY_REUSED.",
        "While the first request is still being answered, the second gets 409 IDEMPOTENCY_KEY_IN_USE with `Retry-After`.",
        "Answers that may end otherwise the next time are never kept: 401, 403, 429 and every 5xx, and whatever was refused before the request was understood.",
      ],
    ],
  },
  {
    id: "pagination",
    title: "Lists",
    paragraphs: [
      "Lists are ordered from the newest, and answered in parts: `take` says how many (1 to 100, default 20), `skip` how many to leave out first. `pagination` repeats both and tells the `total`. A value out of range is refused with VALIDATION_ERROR.",
    ],
  },
  {
    id: "limits",
    title: "Limits",
    paragraphs: [
      "Requests are counted over a sliding minute, so no span of 60 seconds admits more than the limit. One too many is answered 429 RATE_LIMIT_EXCEEDED with `Retry-After` in seconds, and does not count. Whoever runs the service may set other numbers than these:",
      [
        "Project-scoped API: 100 a minute for each project.",
        "Server API: 1,000 a minute for each project.",
        "Payment page, public and SDK endpoints: 120 a minute for each checkout and 300 over all of them, by client address.",
        "Choosing a token and submitting a hash or a signature: 10 a minute for each checkout and client address, 100 for each checkout.",
        "Keys that nobody has: 30 a minute by client address.",
      ],
      '`RateLimit` and `RateLimit-Policy` tell of every limit that a request counted towards, by name: `"server";r=999;t=60` means that 999 more are admitted now, and one more than that in 60 seconds. The older `X-RateLimit-Limit`, `-Remaining` and `-Reset` (Unix seconds) tell the same of the tightest. A client address is an IPv4 address, or the /64 network of an IPv6 one.',
      [
        "A body has at most 64 KiB.",
        "A fiat price can be paid for 30 minutes at most, a token amount for 24 hours; a longer `expiryMinutes` is silently reduced.",
        "A rate is at most 10 minutes old. While no provider answers one of up to an hour is used, then the answer is 503 EXCHANGE_RATE_UNAVAILABLE.",
      ],
    ],
  },
  {
    id: "errors",
    title: "Errors",
    paragraphs: [
      "An error has a `code` for programs, a `message` for people, the `requestId`, and where a field is at fault its name in `param`. A VALIDATION_ERROR names every field in `details`. Codes stay, messages may change.",
      "An id that is not yours is answered like one that does not exist. Every operation can answer 500 INTERNAL_ERROR; an address that is not there answers 404 NOT_FOUND, a method that it does not have 405 METHOD_NOT_ALLOWED with `Allow`. What is not HTTP at all is answered with VALIDATION_ERROR and 400, an address over 8 KiB or with over 50 parameters with 414, headers over 16 KiB with 431, a request that does not arrive in time with 408.",
      "Try again on 429, on every 5xx and on IDEMPOTENCY_KEY_IN_USE, with the same `Idempotency-Key` and not before `Retry-After`. Any other error comes again until the request is changed.",
    ],
  },
  {
    id: "how-refunds-go",
    title: "Refunds",
    paragraphs: [
      "A refund returns a payment whole or in part, in the token and on the network that it came in. Give `destinationAddress` when you know it from the customer; otherwise the answer has a `claimUrl`, which you send to the customer: there they name an address or prove with a signature that the paying wallet is theirs. Nothing goes back to a sender by default: exchanges pay from shared wallets.",
      [
        "**AWAITING_APPROVAL**: above what the project refunds by API in a day without asking, an owner approves.",
        "**AWAITING_ADDRESS**: the customer has not named an address yet.",
        "**AWAITING_SIGNATURE**: the merchant's wallet sends it, because the project is strict or the payment was settled already. An owner has a link for it, or `transaction` is sent as it stands; `transaction.from` is another wallet than the merchant's where the service's refund key is kept elsewhere.",
        "**PENDING**, **PROCESSING**: on its way. **COMPLETED** only once the payment is final: then `refund.completed` is sent, and `checkout.refunded` when everything is back.",
      ],
      "`overpayment` of a paid checkout tells what came above its price. The customer can request it on the receipt, without naming an address: `overpayment.requestedAt` says when. Refund it with `refundType` OVERPAYMENT and the amount in `overpayment.refundable` (without an amount, the refund takes everything that is left, the price included); where `overpayment.signed`, the paying wallet gets it without a claim link.",
      "`claimUrl` is told once, in the answer to the creation. It holds for 7 days and takes one address; afterwards it shows how the refund goes on. Reading it uses nothing up, so previews of messages do no harm.",
    ],
  },
  {
    id: "versioning",
    title: "Versioning",
    paragraphs: [
      "The Server API carries its version in the path. Within it members, codes, kinds of events and optional fields may be added; what is documented keeps its name and its form. So read what you know and pass over the rest: the objects of this document are open for that reason. Members of a request that are not known are passed over too.",
    ],
  },
] as const satisfies readonly Guide[];

/** All guides as one Markdown text. */
export function guidesMarkdown(): string {
  return guides
    .map(({ title, paragraphs }) => [`## ${title}`, ...paragraphs.map(toMarkdown)].join("\n\n"))
    .join("\n\n");
}

function toMarkdown(paragraph: string | readonly string[]): string {
  return typeof paragraph === "string" ? paragraph : paragraph.map((point) => `- ${point}`).join("\n");
}
