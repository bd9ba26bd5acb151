import type { ApiKeyKind } from "@/lib/projects/keys/api-key.rules";
import type { TestTool } from "@/lib/projects/test-tools.rules";

/** The words of the pages about keys and origins. */
export const keyWords = {
  title: "Keys",
  description: "Your programs sign in with these. We show each key only once, when you create it.",
  tabsLabel: "Keys and origins",
  tabs: { api: "API keys", server: "Security: server keys", origins: "Allowed origins" },
  reference: "API reference",
  kinds: {
    api: {
      title: "API keys",
      description:
        "An API key creates checkouts and can't move money. What it can read depends on where you use it, in browsers or on your server. You choose in the payment settings.",
      create: "Create API key",
      empty: "No active API keys.",
    },
    server: {
      title: "Server keys",
      description:
        "For your backend only. A server key reads every checkout, cancels checkouts and requests refunds. Never put it into a page, an app or a repository.",
      create: "Create server key",
      empty: "No active server keys.",
    },
  } satisfies Record<ApiKeyKind, object>,
  needsAdmin: "Only admins and owners can create, rotate and revoke server keys.",
  ended: "Inactive keys",
  columns: {
    key: "Key",
    created: "Created",
    by: "Created by",
    used: "Last used",
    ends: "Expires",
    ended: "Ended",
    how: "How",
    actions: "",
  },
  operator: "Operator",
  goneAccount: "A closed account",
  left: "Creator left the project",
  never: "Never",
  noEnd: "Never",
  rotated: "Rotated",
  revoked: "Revoked",
  expired: "Expired",
  life: "Expires",
  lifeHint: "A key that expires does less harm if it leaks.",
  lives: (days: number | null) => (days === null ? "Never" : `After ${days} days`),
  made: "Your new key",
  madeKey: "key",
  done: "I've saved it",
  tryIt: "Create your first checkout with it:",
  snippet: "request",
  languages: { curl: "curl", typescript: "TypeScript" },
  languageLabel: "Language",
  rotate: "Rotate",
  rotateTitle: (key: string) => `Rotate ${key}`,
  rotateDescription: "You get a new key of the same kind. Choose what happens to the old one.",
  oldKey: "The old key",
  overlap: { yes: "keeps working for 24 hours", no: "stops working now" },
  overlapHint: "If it may have leaked, stop it now.",
  revoke: "Revoke",
  revokeTitle: (key: string) => `Revoke ${key}?`,
  revokeDescription: "Requests with this key fail from now on. You can't undo this.",
  origins: {
    title: "Allowed origins",
    description:
      "Pages on these origins can embed your payment page. If your API key is for browsers, they can also use it, and its checkouts can return to them.",
    column: "Origin",
    add: "Allow origin",
    label: "Origin",
    hint: "https:// and a host, like https://shop.example. No path, trailing slash or wildcard.",
    placeholder: "https://shop.example",
    remove: "Remove",
    removeTitle: (origin: string) => `Remove ${origin}?`,
    removeDescription: "Its pages can no longer use your API keys or embed your payment page.",
    empty: "No allowed origins",
    emptyHint:
      "Servers don't need one. Add your shop's origin before its pages use an API key or embed the payment page.",
  },
} as const;

/** The words of the quickstart. */
export const quickstartWords = {
  title: "Quickstart",
  description: "Three steps to your first paid order. We tick them off as you go.",
  reference: "API reference",
  step: (number: number) => `Step ${number}`,
  done: "Done",
  open: "To do",
  allDone: "All done: your shop can take payments.",
  key: {
    title: "Create a key",
    server: "A server key is for your backend. We show it only once and fill it into the request below.",
    api: "Your role can create API keys, which can create checkouts. Admins create server keys.",
    viewer: "Ask a developer of this project to create a key.",
  },
  request: {
    title: "Create a checkout",
    description: "Run this in a terminal. Your customer pays at the checkoutUrl in the response.",
    waiting: "Create a key above, or enter one of yours.",
    keyPlaceholder: { server: "svc_server_…", api: "svc_sk_…" },
    made: "Your latest checkout:",
    language: "Language",
    what: "request",
  },
  webhook: {
    title: "Receive a webhook",
    description:
      "We notify your server when a checkout is paid. Add your endpoint, verify its signatures with the secret you get, and send a test event.",
    add: "Add endpoint",
    test: "Send a test event",
    language: "Language of the receiver",
    what: "receiver",
    helper: "verify-webhook.ts and all events",
  },
  next: {
    title: "Next steps",
    testTools: "Pay it with the test tools",
    client: "A typed client to copy",
    embed: "Checkout on your own page",
  },
} as const;

/** The words of the request log. */
export const requestWords = {
  title: "Request log",
  description:
    "Requests made with your keys in the last 30 days, up to 100,000. We don't log bodies, query strings or keys. Requests with an unknown key don't appear here.",
  search: "Request id",
  searchHint: "The x-request-id of a response",
  status: "Status",
  all: "All",
  classes: { "2xx": "Successful", "4xx": "Refused", "5xx": "Failed" },
  operation: "Operation",
  columns: {
    request: "Request",
    status: "Status",
    error: "Error",
    duration: "Duration",
    at: "Time",
    id: "Request id",
  },
  milliseconds: (count: number) => `${count.toLocaleString("en")} ms`,
  none: "No requests yet",
  noneHint: "Call the API with one of your keys. The request appears here within seconds.",
} as const;

/** The words of the test tools. */
export const testToolWords = {
  title: "Test tools",
  description:
    "Simulate what customers and chains do. Payments happen on this machine's local chains, and your endpoints get real signed webhooks.",
  create: "New test checkout",
  pick: "Choose a checkout",
  pickDescription: "This project's latest checkouts. Or create one for 12.50 USD.",
  none: "No checkouts yet",
  noneHint: "Create one here or with the API.",
  other: "Choose another",
  chosen: "Checkout",
  unknown: "This project has no checkout with this id.",
  facts: { status: "Status", price: "Price", received: "Received", expires: "Expires", pages: "Open" },
  pay: "Payment page",
  details: "Checkout and timeline",
  toolsTitle: "What should happen?",
  tools: {
    exact: { name: "Pay exactly", help: "The full amount due." },
    under: { name: "Pay too little", help: "Half of the amount due." },
    over: { name: "Pay too much", help: "The amount due plus 10%." },
    late: { name: "Pay late", help: "The checkout expires now, then the full amount arrives." },
    wrong_chain: {
      name: "Pay on the wrong network",
      help: "The same token on the other local chain: a stray payment.",
    },
    reorg: {
      name: "Revert the payment",
      help: "A chain reorganisation replaces the latest payment's block and all later ones, including other payments in them.",
    },
    expire: { name: "Expire now", help: "The checkout expires within seconds." },
  } satisfies Record<TestTool, { name: string; help: string }>,
  done: (tool: string) => `Done: ${tool}.`,
  transaction: "Transaction",
} as const;
