/**
 * The pages of the documentation, as files below docs/, in the order of the navigation. The last part of a file's
 * path is the page's name: `merchants/webhooks` is served at `/docs/webhooks`.
 */
export const contents = [
  {
    title: "Merchants",
    files: [
      "merchants/get-started",
      "merchants/accept-a-payment",
      "merchants/embed",
      "merchants/webhooks",
      "merchants/refund-a-payment",
      "merchants/test-your-integration",
      "merchants/go-live",
      "merchants/dashboard",
      "merchants/accounting",
      "migrate-from-coinbase-commerce",
      "migrate-from-btcpay-server",
      "faq",
    ],
  },
  {
    title: "Frameworks",
    files: [
      "recipes/express",
      "recipes/fastify",
      "recipes/hono",
      "recipes/next",
      "recipes/nest",
      "recipes/charge",
    ],
  },
  {
    title: "API",
    files: [
      "api/addresses",
      "api/authentication",
      "api/resources",
      "api/idempotency",
      "api/pagination",
      "api/limits",
      "api/errors",
      "api/versioning",
      "api/x402",
      "api/client",
      "api/python-and-php",
      "api/mcp",
    ],
  },
  {
    title: "Concepts",
    files: [
      "concepts/states",
      "concepts/confirmation",
      "concepts/reorganisations",
      "concepts/deposit-addresses",
      "concepts/trust-model",
      "specification",
    ],
  },
  {
    title: "Operators",
    files: [
      "operators/install",
      "operators/settings",
      "operators/database",
      "operators/chains-and-nodes",
      "operators/wallets-and-keys",
      "operators/private-receivers",
      "operators/run-it-for-others",
      "operators/mail",
      "operators/background-work-and-scaling",
      "operators/monitoring",
      "operators/cost",
      "operators/backup-and-restore",
      "operators/upgrade",
      "operators/commands",
    ],
  },
  {
    title: "Incidents",
    files: [
      "operators/incidents",
      "incidents/account-blacklisted",
      "incidents/balance-above-books",
      "incidents/balance-below-books",
      "incidents/chain-lost",
      "incidents/chain-unreachable",
      "incidents/chain-misconfigured",
      "incidents/daily-cap-reached",
      "incidents/inngest-down",
      "incidents/coin-price-off",
      "incidents/node-down",
      "incidents/nodes-disagree",
      "incidents/nonce-leap",
      "incidents/out-of-gas",
      "incidents/payment-reverted",
      "incidents/refund-reverted",
      "incidents/sweep-reverted",
      "incidents/over-refunded",
      "incidents/sweep-refused",
      "incidents/token-paused",
      "incidents/transaction-stuck",
    ],
  },
] as const satisfies readonly { title: string; files: readonly string[] }[];

/** Pages that exist in Korean too, as `docs/<file>.ko.md`. */
export const koreanFiles: readonly string[] = [
  "merchants/get-started",
  "merchants/accept-a-payment",
  "merchants/refund-a-payment",
  "merchants/go-live",
  "merchants/dashboard",
];

export function isInKorean(name: string): boolean {
  return koreanFiles.some((file) => pageName(file) === name);
}

/** The last part of a page's address. */
export function pageName(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}

/** The anchor of a heading, as GitHub makes it. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");
}
