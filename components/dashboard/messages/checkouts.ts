import type { CheckoutStatus, CreatedVia } from "@/lib/checkouts/checkout.rules";

/** The words of the pages about checkouts. */
export const checkoutWords = {
  title: "Checkouts",
  description: "Every checkout: created by your server, by a payment link or by hand.",
  create: "New checkout",
  follow: "Follow it",
  statuses: {
    PENDING: "Waiting",
    DETECTED: "Payment seen",
    PAID: "Paid",
    SETTLED: "Settled",
    EXPIRED: "Expired",
    LATE_PAID: "Paid late",
    CANCELLED: "Cancelled",
    REFUNDED: "Refunded",
  } satisfies Record<CheckoutStatus, string>,
  lateToDecide: "Late: decide",
  lateAccepted: "Paid late, accepted",
  createdVia: {
    server_key: "Server key",
    api_key: "API key",
    link: "Payment link",
    dashboard: "Dashboard",
  } satisfies Record<CreatedVia, string>,
  columns: {
    checkout: "Checkout",
    status: "Status",
    price: "Price",
    token: "Token",
    reference: "Reference",
    createdVia: "Created by",
    created: "Created",
  },
  overpaidBy: (amount: string) => `Overpaid by ${amount}`,
  excessRequested: "requested back",
  refundExcess: "Refund excess",
  untitled: "No item",
  notChosen: "Not chosen yet",
  unknownToken: "Unknown token",
  unknownUnits: "units of an unknown token",
  tabs: { label: "Which checkouts", all: "All", paid: "Paid", open: "Open", late: "Late to decide" },
  filters: {
    searchHint: "Checkout id, deposit address, transaction or reference",
    go: "Search",
    more: "Filters",
    status: "Status",
    from: "Created from",
    to: "Created to",
    days: "Days in UTC",
    amount: "Amount exactly",
    min: "Amount from",
    max: "Amount to",
    amountHint: "In tokens, such as 12.50",
    token: "Token and network",
    anyOf: (network: string) => `Any on ${network}`,
    reference: "Reference",
    createdVia: "Created by",
    lateOnly: "Late payments that wait for a decision",
    excessOnly: "Overpayments that the customer requested back",
    ignored: (names: string) => `Not understood, and left out: ${names}.`,
  },
  counted: (total: number, isMore: boolean) =>
    isMore
      ? `More than ${total.toLocaleString("en")} checkouts`
      : total === 1
        ? "1 checkout"
        : `${total.toLocaleString("en")} checkouts`,
  counting: "Counting…",
  notCounted: "Too many to count quickly",
  empty: {
    none: "No checkouts yet",
    noneHint: "Make the first one by hand, or from your server:",
    command: "create command",
    quickstart: "Open the quickstart",
  },
} as const;
