import type { RangeName } from "@/lib/insights/overview-range.rules";

/** What one bar of a chart stands for. */
export type Step = "hour" | "day" | "week";

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
  rangeIgnored: "Choose up to two years, with the first day before the last. You're seeing the last 30 days.",
  countedAt: "Updated",
  notCounted: "The first figures appear within two minutes.",
  previous: {
    today: "same hours yesterday",
    "7d": "previous 7 days",
    "30d": "previous 30 days",
    "90d": "previous 90 days",
    year: "previous year",
    days: "previous period",
  } satisfies Record<RangeName | "days", string>,
  nothingBefore: (before: string) => `No data for the ${before}`,
  /** Without a percentage: there is none of 0. */
  wasBefore: (before: string, value: string) => `${before}: ${value}`,
  compared: (change: string, before: string, value: string) => `${change} · ${before}: ${value}`,
  revenue: "Revenue",
  revenueNote: (received: string, refunded: string) => `${received} received, ${refunded} refunded`,
  dollars: (amount: string) => `${amount} USD`,
  money: "Where the money is",
  moneyNote: "In all totals, 1 token counts as 1 USD.",
  held: "At deposit addresses now",
  settledDays: (days: string) => `Settled to your wallets, ${days}`,
  notWhole: (what: string) => `${what} or more`,
  noMoney: "Nothing",
  settlements: "Settlements",
  volume: "Volume",
  volumeNote: (step: Step) => `Payments received per ${step}, all tokens added up.`,
  paid: "Paid checkouts",
  created: "Created",
  conversion: "Conversion",
  conversionOf: (paid: string, created: string) => `${paid} of ${created} checkouts paid`,
  conversionNote: (step: Step) => `Share of each ${step}'s checkouts that were paid.`,
  converted: "Paid",
  noneCreated: "No checkouts",
  timeToPaid: "Average time to payment",
  timeNote: (step: Step) => `From creation to final payment, on average per ${step}.`,
  checkouts: "Checkouts",
  checkoutsNote: (step: Step) => `Checkouts created and paid per ${step}.`,
  byToken: "By token",
  byNetwork: "By network",
  token: "Token",
  network: "Network",
  noNetwork: "Not chosen yet",
  share: "Share of payments",
  unlisted: (count: number) =>
    `${count.toLocaleString("en")} ${count === 1 ? "payment was" : "payments were"} in tokens that are no longer listed. We count them above, but not in the volume.`,
  table: "As a table",
  tableOf: (what: string) => `${what}, as a table`,
  time: "Time (UTC)",
  chartOf: (what: string, days: string) => `${what}, ${days}`,
  latest: "Latest checkouts",
  allCheckouts: "All checkouts",
  nothing: "No data for these days.",
} as const;

const deposits = (count: string, isOne: boolean) => `${count} ${isOne ? "deposit" : "deposits"}`;
const endpoints = (count: string, isOne: boolean) => `${count} webhook ${isOne ? "endpoint" : "endpoints"}`;
const refunds = (count: string, isOne: boolean) => `${count} ${isOne ? "refund" : "refunds"}`;

/** The list of what needs attention. A count of `most` stands for that or more. */
export const attentionWords = {
  title: "Needs attention",
  counts: {
    latePayments: (count: string, isOne: boolean) =>
      `${count} late ${isOne ? "payment" : "payments"} to review`,
    excessRequests: (count: string, isOne: boolean) =>
      `${count} ${isOne ? "overpayment" : "overpayments"} requested back`,
    refundsAwaitingApproval: (count: string, isOne: boolean) => `${refunds(count, isOne)} to approve`,
    refundsAwaitingSignature: (count: string, isOne: boolean) => `${refunds(count, isOne)} to sign`,
    refundsAwaitingAddress: (count: string, isOne: boolean) =>
      `${refunds(count, isOne)} waiting for the customer's address`,
    endpointsFailing: (count: string, isOne: boolean) => `${endpoints(count, isOne)} failing`,
    endpointsDisabled: (count: string, isOne: boolean) =>
      `${endpoints(count, isOne)} disabled after long failure`,
    strayFunds: (count: string, isOne: boolean) =>
      `${count} wrong-token or wrong-network ${isOne ? "payment" : "payments"}`,
    frozen: (count: string, isOne: boolean) =>
      `${deposits(count, isOne)} frozen after a chain reorganisation`,
    closed: (count: string, isOne: boolean) => `${deposits(count, isOne)} to sweep from your wallet`,
    parked: (count: string, isOne: boolean) => `${deposits(count, isOne)} whose last sweep failed`,
  },
  orMore: (count: number) => `${count} or more`,
  incidentOf: "Operator",
  wallet: "Settlement wallet",
  walletWaits: "a change takes effect on",
} as const;

/** The first page of a project that has no checkout yet. */
export const welcomeWords = {
  title: "Take your first payment",
  description: "Three steps, a few minutes. On a test network you use play money.",
  steps: [
    {
      title: "Create a server key",
      text: "Your backend creates checkouts with it. We show it only once.",
      link: "Keys",
    },
    {
      title: "Create a checkout",
      text: "Enter your key and run this. Your customer pays at the checkoutUrl in the response.",
    },
    {
      title: "Receive the webhook",
      text: "Add a webhook endpoint, then open the checkoutUrl and pay. We notify your backend once the payment counts.",
      link: "Webhooks",
    },
  ],
  command: "the command",
  byDeveloper: "Ask a developer of this project to do this.",
  quickstart: "Quickstart in TypeScript and Python",
  withoutCode: "Without code: a payment link",
} as const;

/** Incidents by kind; `where` names the network, or is empty. */
export const incidents = {
  PAYMENT_REVERTED: (where) => `A chain reorganisation reverted a payment${where}. We hold its settlement`,
  REFUND_REVERTED: (where) => `A chain reorganisation reverted a refund${where}. We hold its settlement`,
  CHAIN_LOST: (where) => `We can't follow new blocks${where}, so we don't see payments there`,
  CHAIN_MISCONFIGURED: (where) => `Nodes and settings don't match${where}, so we don't see payments there`,
  BALANCE_ABOVE_BOOKS: (where) => `A deposit address${where} holds more than the ledger shows`,
  BALANCE_BELOW_BOOKS: (where) => `A deposit address${where} holds less than the ledger shows`,
  NODE_DOWN: (where) => `A node isn't responding${where}. We use another one, with none left to check it`,
  INNGEST_DOWN: () => "The Inngest server isn't responding. The service runs its background jobs itself",
  NODES_DISAGREE: (where) => `Two nodes disagree${where}, so payments wait`,
  OUT_OF_GAS: (where) => `The operator's wallet is out of gas${where}, so sweeps and refunds wait`,
  DAILY_CAP_REACHED: (where) => `The operator's wallet has reached its daily limit${where}`,
  TRANSACTION_STUCK: (where) => `A transaction is stuck${where}. It continues once gas is cheaper`,
  TOKEN_PAUSED: (where) => `A token's issuer has paused it${where}. We'll retry sweeps`,
  ACCOUNT_BLACKLISTED: (where) =>
    `A token blocks a wallet or deposit address${where}. We'll retry its sweeps`,
  SWEEP_REFUSED: (where) => `A token refuses sweeps${where}. We'll retry them`,
  NONCE_LEAP: (where) => `A node reports an impossible transaction count${where}, so we send nothing there`,
} as const satisfies Record<string, (where: string) => string>;

/**
 * An incident in words; one of a later version without its kind.
 *
 * @param network its name, null where it is about none or the place is plain
 */
export function incidentText(kind: string, network: string | null): string {
  const where = network === null ? "" : ` on ${network}`;
  const found = Object.entries(incidents).find(([name]) => name === kind);
  return found === undefined ? `An incident for the operator to review${where}` : found[1](where);
}
