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
  "lib/refunds/request-refund.ts": {
    "requestRefund lockProject": ["the daily limit was lowered"],
    "requestRefund lockCheckout": "nothing of the checkout is read before",
    "refundOne lockCheckout": ["it was accepted", "another pass refunded it, and an owner cancelled that"],
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
  "lib/refunds/links/prepare-refunds",
  "lib/refunds/links/refund-links",
  "lib/refunds/o",
  "lib/refunds/record",
  "lib/refunds/refund",
  "lib/refunds/s",
  "lib/refunds/w",
  "lib/settlement/",
  "lib/signed/",
  "lib/strays/",
  "lib/webhooks/",
];
