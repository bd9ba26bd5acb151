import type { TestTool } from "@/lib/projects/test-tools.rules";

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
