import type { ApiKeyKind } from "@/lib/projects/keys/api-key.rules";
import type { TestTool } from "@/lib/projects/test-tools.rules";

/** The words of the pages about keys and origins. */
export const keyWords = {
  title: "Keys",
  description: "What your programs prove themselves with. A key is shown once, when it is made.",
  tabsLabel: "Keys and origins",
  tabs: { api: "API keys", server: "Security: server keys", origins: "Allowed origins" },
  reference: "API reference",
  kinds: {
    api: {
      title: "API keys",
      description:
        "An API key creates checkouts of this project and moves no money. What it can read depends on where you use it, in browsers or on your server: choose in the payment settings.",
      create: "Create API key",
      empty: "No API key is in force.",
    },
    server: {
      title: "Server keys",
      description:
        "For your backend alone. A server key reads every checkout, cancels, and asks for refunds: never put it into a page, an app or a repository.",
      create: "Create server key",
      empty: "No server key is in force.",
    },
  } satisfies Record<ApiKeyKind, object>,
  needsAdmin: "Server keys are made, rotated and revoked by admins and owners.",
  ended: "Ended keys",
  columns: {
    key: "Key",
    created: "Created",
    by: "Made by",
    used: "Last used",
    ends: "Ends",
    ended: "Ended",
    how: "How",
    actions: "",
  },
  operator: "Operator",
  goneAccount: "A closed account",
  left: "Left the project",
  never: "Never",
  noEnd: "When revoked",
  rotated: "Rotated",
  revoked: "Revoked",
  expired: "Expired",
  life: "Ends by itself",
  lifeHint: "A key that ends by itself does less harm when it is lost.",
  lives: (days: number | null) => (days === null ? "Never" : `After ${days} days`),
  made: "Your new key",
  madeKey: "key",
  done: "I have kept it",
  tryIt: "Create your first checkout with it:",
  snippet: "request",
  languages: { curl: "curl", typescript: "TypeScript" },
  languageLabel: "Language",
  rotate: "Rotate",
  rotateTitle: (key: string) => `Rotate ${key}`,
  rotateDescription: "You get a new key of the same kind. Decide what becomes of the old one.",
  oldKey: "The old key",
  overlap: { yes: "goes on for 24 hours", no: "ends at once" },
  overlapHint: "End it at once when others may know it.",
  revoke: "Revoke",
  revokeTitle: (key: string) => `Revoke ${key}?`,
  revokeDescription:
    "Whatever uses this key is refused from this moment on. That cannot be taken back; make a new key instead.",
  origins: {
    title: "Allowed origins",
    description:
      "Pages of these origins can show your payment page in a frame. If your API key is for browsers, they can also use it, and its checkouts can lead back to them.",
    column: "Origin",
    add: "Allow origin",
    label: "Origin",
    hint: "https:// and a host, such as https://shop.example. No path, no slash at the end, no wildcard.",
    placeholder: "https://shop.example",
    remove: "Remove",
    removeTitle: (origin: string) => `Remove ${origin}?`,
    removeDescription:
      "Its pages can use your keys no more, and the payment page in a frame stays empty there.",
    empty: "No origin is allowed",
    emptyHint:
      "Programs on servers need none. Allow the origin of your shop before its pages call with an API key or open the payment page in a dialog.",
  },
} as const;

/** The words of the way from nothing to the first webhook. */
export const quickstartWords = {
  title: "Quickstart",
  description: "Three steps from nothing to a paid order. They are ticked off as they happen.",
  reference: "API reference",
  step: (number: number) => `Step ${number}`,
  done: "Done",
  open: "To do",
  allDone: "All three steps are done: your shop can take payments.",
  key: {
    title: "Create a key",
    server: "A server key is for your backend. It is shown once; the request below is filled in with it.",
    api: "With your role you create API keys, which may create checkouts. Server keys are made by admins.",
    viewer: "Developers of this project create keys.",
  },
  request: {
    title: "Create a checkout",
    description: "Run this in a terminal. The answer's checkoutUrl is where your customer pays.",
    waiting: "Create a key above, or put in one of yours.",
    keyPlaceholder: { server: "svc_server_…", api: "svc_sk_…" },
    made: "Your newest checkout:",
    language: "Language",
    what: "request",
  },
  webhook: {
    title: "Receive a webhook",
    description:
      "Your server is told when a checkout is paid. Add the address of your receiver, and send it a test event; verify the signature with the secret that you get.",
    add: "Add endpoint",
    test: "Send a test event",
    language: "Language of the receiver",
    what: "receiver",
    helper: "verify-webhook.ts, and every kind of event",
  },
  next: {
    title: "What next",
    testTools: "Pay it with the test tools",
    client: "A typed client to copy",
    embed: "Checkout in your own page",
  },
} as const;

/** The words of the request log. */
export const requestWords = {
  title: "Request log",
  description:
    "Requests with your keys: 30 days, and at most the newest 100,000. Without bodies, queries and keys; written a moment after the answer. A request with a key that is not known is in no project's log.",
  search: "Request id",
  searchHint: "The x-request-id of an answer",
  status: "Status",
  all: "All",
  classes: { "2xx": "Successful", "4xx": "Refused", "5xx": "Failed" },
  operation: "Operation",
  columns: {
    request: "Request",
    status: "Status",
    error: "Error",
    duration: "Took",
    at: "Time",
    id: "Request id",
  },
  milliseconds: (count: number) => `${count} ms`,
  none: "No requests yet",
  noneHint: "Call the API with one of your keys, and the request appears here within a second or two.",
} as const;

/** The words of the test tools. */
export const testToolWords = {
  title: "Test tools",
  description:
    "Make happen what customers and chains do. Payments are real ones on this machine's local chains, and your endpoints get real signed webhooks.",
  create: "New test checkout",
  pick: "Choose a checkout",
  pickDescription: "The newest of this project. Or make one for 12.50 USD.",
  none: "No checkout yet",
  noneHint: "Make one here, or by the API.",
  other: "Choose another",
  chosen: "Checkout",
  unknown: "There is no such checkout in this project.",
  facts: { status: "Status", price: "Price", received: "Received", expires: "Expires", pages: "Look at it" },
  pay: "Payment page",
  details: "Checkout and timeline",
  toolsTitle: "What should happen?",
  tools: {
    exact: { name: "Pay exactly", help: "What is missing, to the last unit." },
    under: { name: "Pay too little", help: "Half of what is missing." },
    over: { name: "Pay too much", help: "What is missing, and a tenth more." },
    late: { name: "Pay late", help: "The time ends now, and then all of it comes." },
    wrong_chain: {
      name: "Pay on the wrong network",
      help: "The same token on the other local chain: a stray payment.",
    },
    reorg: {
      name: "Take the payment back",
      help: "A reorganisation: the newest payment's block, and those after it, are replaced. Other payments in them go, too.",
    },
    expire: { name: "Expire now", help: "The time ends now. It takes some seconds to be noticed." },
  } satisfies Record<TestTool, { name: string; help: string }>,
  done: (tool: string) => `Done: ${tool}.`,
  transaction: "Transaction",
} as const;
