/** Its caller checks under it. */
const itself = "is the lock";
const reads = "only the ids are read before; everything is decided by what it locks";
const order = "others lock it first, too";

/**
 * Every lock of the product, by file: the function and what it locks with, then the facts that changed between the look
 * and the lock and that are refused under it. Each fact is the end of a test's title, `<function> under the lock: <fact>`;
 * the test changes only that, with `gate.ts`. A sentence instead: why nothing is checked there. `gates.test.ts` compares
 * the list with the code.
 */
export const gates: Readonly<Record<string, Readonly<Record<string, readonly string[] | string>>>> = {
  "lib/refunds/links/claim-refund.ts": {
    "claimRefund lockRefund": [
      "the link was replaced",
      "the link expired",
      "the refund was cancelled",
      "another address was named",
    ],
    "reissueClaim lockRefund": ["an address was named"],
  },
  "lib/refunds/links/prepare-refunds.ts": { "prepareRefunds lockRefund": reads },
  "lib/refunds/links/refund-links.ts": { "issueSignLink lockRefund": reads },
  "lib/refunds/outgoing-refund.store.ts": {
    "lockCheckoutOfRefund FOR NO KEY UPDATE OF checkout": order,
    "lockSentRefund FOR NO KEY UPDATE": ["a payment of the refund was recorded"],
    "lockUnsentRefund FOR NO KEY UPDATE OF refund": [
      "it was cancelled",
      "another worker's transaction for it was replaced",
      "a settlement of its deposit was opened",
      "its checkout was frozen",
    ],
  },
  "lib/refunds/record-refund-payments.ts": {
    "recordRefundPayments lockCheckouts": order,
    "recordRefundPayments lockRefunds": reads,
  },
  "lib/refunds/refund-excess.ts": {
    "dismissExcess lockCheckout": reads,
    "requestExcess lockCheckout": ["it was requested", "all of it was refunded"],
  },
  "lib/refunds/refund-facts.store.ts": {
    "lockRefundable lockCheckouts": itself,
    "lockRow FOR NO KEY UPDATE OF refund": itself,
  },
  "lib/refunds/refund-steps.ts": {
    "approveRefund lockRefund": reads,
    "cancelRefund lockRefund": reads,
    "lockRefund lockCheckout": itself,
    "moveRefund lockCheckout": "the caller holds it: what the move changed is read again",
  },
  "lib/refunds/request-refund.ts": {
    "requestRefund lockProject": ["the daily limit was lowered"],
    "requestRefund lockCheckout": reads,
    "refundOne lockCheckout": ["it was accepted", "another pass refunded it, and an owner cancelled that"],
  },
  "lib/refunds/send-refunds.ts": {
    "judge lockRefund": ["it was cancelled"],
    "fail lockRefund": ["the refund was cancelled"],
  },
  "lib/refunds/watched-refunds.store.ts": { "lockRows FOR NO KEY UPDATE": itself },
  "lib/strays/decide-strays.ts": {
    "countStray lockStray": [
      "the project stopped accepting its token",
      "the price rose",
      "the settlement was frozen",
      "the checkout was paid",
      "it was returned",
      "the chain was scanned beyond the checkout's end",
    ],
    "returnStray lockStray": [
      "the project began to accept its token",
      "another request returned it",
      "it was counted",
    ],
  },
  "lib/strays/lock-stray.ts": { "lockStray lockCheckout": itself, "lockStray lockProject": itself },
  "lib/strays/prepare-sweep.ts": { "prepareSweep lockSweepable": reads },
  "lib/strays/sweep-stray.ts": {
    "decideSweep lockSweepable": ["the project began to accept its token", "a refund of it was opened"],
    "lockSweepable lockStray": itself,
    "sweepStray lockSweepable": "a look with better words; decideSweep decides",
  },
};

/** Whose locks are not in the list yet. */
export const withoutGates: readonly string[] = [
  "lib/accounts/",
  "lib/api/",
  "lib/chain/",
  "lib/checkouts/",
  "lib/insights/",
  "lib/letters/",
  "lib/payments/",
  "lib/platform/",
  "lib/projects/",
  "lib/settlement/",
  "lib/signed/",
  "lib/webhooks/",
];
