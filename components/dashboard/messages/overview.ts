import type { RangeName } from "@/lib/insights/overview-range.rules";

/** The words of the overview and its charts. */
export const overviewWords = {
  title: "Overview",
  range: "Range",
  ranges: {
    today: "Today",
    "7d": "7 days",
    "30d": "30 days",
    "90d": "90 days",
    year: "Year",
  } satisfies Record<RangeName, string>,
  chooseDays: "Choose days",
  from: "From",
  to: "To",
  show: "Show",
  rangeIgnored:
    "These days cannot be shown: up to two years, the first day not after the last. You see the last 30 days.",
  countedAt: "Counted up to",
  notCounted: "Nothing has been counted yet: the first figures are here within a minute or two.",
  previous: {
    today: "yesterday, same hours",
    "7d": "7 days before",
    "30d": "30 days before",
    "90d": "90 days before",
    year: "year before",
    days: "same time before",
  } satisfies Record<RangeName | "days", string>,
  nothingBefore: (before: string) => `${before}: nothing`,
  compared: (change: string, before: string, value: string) => `${change} · ${before}: ${value}`,
  volume: "Volume",
  volumeNote: "Received by the time of payment; tokens stacked one to one.",
  noVolume: "Nothing paid",
  paid: "Paid checkouts",
  created: "Created",
  conversion: "Conversion",
  conversionOf: (paid: string, created: string) => `${paid} of ${created} created are paid by now`,
  conversionNote: "Share of those created in each step that is paid by now.",
  converted: "Paid by now",
  noneCreated: "None created",
  timeToPaid: "Mean time to paid",
  timeNote: "From creation until final, mean of those paid in each step.",
  checkouts: "Checkouts",
  checkoutsNote: "Created in each step, and paid in it, whenever created.",
  byToken: "By token",
  byNetwork: "By network",
  token: "Token",
  network: "Network",
  noNetwork: "Not chosen yet",
  share: "Share of paid",
  unlisted: (count: number) =>
    `${count} ${count === 1 ? "payment was" : "payments were"} in tokens that are not on the list any more: counted above, and in no volume.`,
  table: "As a table",
  tableOf: (what: string) => `${what}, as a table`,
  time: "Time (UTC)",
  chartOf: (what: string, days: string) => `${what}, ${days}`,
  latest: "Latest checkouts",
  allCheckouts: "All checkouts",
  nothing: "Nothing in these days.",
} as const;

/** The list of what waits for someone. A count of `most` stands for that or more. */
export const attentionWords = {
  title: "Needs attention",
  counts: {
    latePayments: (count: string) => `${count} late to decide on`,
    excessRequests: (count: string) => `${count} requested back by the customer`,
    refundsAwaitingApproval: (count: string) => `${count} to approve`,
    refundsAwaitingSignature: (count: string) => `${count} to sign`,
    refundsAwaitingAddress: (count: string) => `${count} waiting for the customer's address`,
    endpointsFailing: (count: string) => `${count} failing now`,
    endpointsDisabled: (count: string) => `${count} switched off after failing for long`,
    strayFunds: (count: string) => `${count} with funds that paid nothing`,
    frozen: (count: string) => `${count} frozen after a reorganisation`,
    closed: (count: string) => `${count} that only your wallet can sweep`,
    parked: (count: string) => `${count} whose last sweep failed`,
  },
  kinds: {
    latePayments: "Payments",
    excessRequests: "Overpayments",
    refundsAwaitingApproval: "Refunds",
    refundsAwaitingSignature: "Refunds",
    refundsAwaitingAddress: "Refunds",
    endpointsFailing: "Webhook endpoints",
    endpointsDisabled: "Webhook endpoints",
    strayFunds: "Deposits",
    frozen: "Deposits",
    closed: "Deposits",
    parked: "Deposits",
  },
  orMore: (count: number) => `${count} or more`,
  incidentOf: "Operator",
  wallet: "Settlement wallet",
  walletWaits: "A new wallet takes effect on",
} as const;

/** The first page of a project that has no checkout yet. */
export const welcomeWords = {
  title: "Take your first payment",
  description: "Three steps, a few minutes. On a test chain the money is play money.",
  steps: [
    {
      title: "Make a server key",
      text: "It creates checkouts from your backend and is shown once.",
      link: "Keys",
    },
    {
      title: "Create a checkout",
      text: "Put your key in and run this. The answer has a checkoutUrl: the page where your customer pays.",
    },
    {
      title: "Hear of the payment",
      text: "Open the checkoutUrl and pay. Add a webhook endpoint, and your backend is told once it counts.",
      link: "Webhooks",
    },
  ],
  command: "the command",
  byDeveloper: "A developer of this project does this.",
  quickstart: "Quickstart in TypeScript and Python",
  withoutCode: "Without code: a payment link",
} as const;

/** What an operator has to look at, by its kind; `where` says on which network, or nothing. */
export const incidents = {
  PAYMENT_REVERTED: (where) => `A reorganisation took back a payment${where}: its settlement is held`,
  REFUND_REVERTED: (where) => `A reorganisation took back a refund${where}: its settlement is held`,
  CHAIN_LOST: (where) => `Blocks are not followed${where}: payments are not seen until they are`,
  CHAIN_MISCONFIGURED: (where) => `Nodes and settings do not fit${where}: payments are not seen`,
  BALANCE_ABOVE_BOOKS: (where) => `More lies at a deposit address${where} than the books say`,
  BALANCE_BELOW_BOOKS: (where) => `Less lies at a deposit address${where} than the books say`,
  NODE_DOWN: (where) => `A node does not answer${where}: another is used, and none is left to check it`,
  INNGEST_DOWN: () => "The Inngest server does not answer: the service does its background work itself",
  NODES_DISAGREE: (where) => `Two nodes contradict each other${where}: payments wait`,
  OUT_OF_GAS: (where) => `The operator's wallet is out of gas${where}: sweeps and refunds wait`,
  DAILY_CAP_REACHED: (where) => `The operator's wallet has reached its limit of the day${where}`,
  TRANSACTION_STUCK: (where) =>
    `A transaction of the service is stuck${where}: it goes on once gas is cheaper`,
  TOKEN_PAUSED: (where) => `A token is paused by its issuer${where}: sweeps wait and are retried`,
  ACCOUNT_BLACKLISTED: (where) =>
    `A token blocks a wallet or deposit address${where}: its sweeps wait and are retried`,
  SWEEP_REFUSED: (where) => `A token refuses sweeps${where}: they are retried`,
  NONCE_LEAP: (where) => `A node tells an impossible number of transactions${where}: nothing is sent`,
} as const satisfies Record<string, (where: string) => string>;

/**
 * An incident in words; one of a later version without its kind.
 *
 * @param network its name, null where it is about none or the place is plain
 */
export function incidentText(kind: string, network: string | null): string {
  const where = network === null ? "" : ` on ${network}`;
  const found = Object.entries(incidents).find(([name]) => name === kind);
  return found === undefined ? `Something for the operator to look at${where}` : found[1](where);
}
