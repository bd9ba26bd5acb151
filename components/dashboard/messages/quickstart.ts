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
