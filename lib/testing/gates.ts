/** Its caller checks under it. */
const itself = "is the lock";
const reads = "only the ids are read before; everything is decided by what it locks";
/** With SKIP LOCKED. */
const passedOver = "rows in use are passed over";
const order = "others lock it first, too";

/**
 * Every lock of the product, by file: the function and what it locks with, then the facts that changed between the look
 * and the lock and that are refused under it. Each fact is the end of a test's title, `<function> under the lock: <fact>`;
 * the test changes only that, with `gate.ts`. A sentence instead: why nothing is checked there. `gates.test.ts` compares
 * the list with the code.
 */
export const gates: Readonly<Record<string, Readonly<Record<string, readonly string[] | string>>>> = {
  "lib/accounts/manage-profile.ts": {
    "changeAccount lock": ["the account was disabled", "the password was changed", "the session ended"],
  },
  "lib/accounts/own-account.store.ts": {
    "lock lockPerson": itself,
  },
  "lib/accounts/people.store.ts": {
    "resetPassword lockPerson": ["the link was voided", "the account was disabled"],
    "issue lockPerson": ["three were mailed"],
    "replace lockProven": ["the proof was voided"],
    "lockPeople LOCK TABLE": ["another first account was created"],
  },
  "lib/accounts/second-factor/second-factor.store.ts": {
    "lock lockPerson": itself,
  },
  "lib/accounts/second-factor/second-factor.ts": {
    "beginSecondFactor lock": reads,
    "confirmSecondFactor lock": reads,
    "removeSecondFactor lock": ["it was turned off"],
    "renewRecoveryCodes lock": reads,
    "checkSecondFactor lock": ["the code was used"],
  },
  "lib/accounts/sign-in/session.store.ts": {
    "open lockProven": [
      "the proof was voided",
      "a second factor was turned on",
      "the account was disabled",
      "the second step was used",
    ],
    "lockProven lockPerson": itself,
    "lockRow FOR NO KEY UPDATE": itself,
  },
  "lib/accounts/sign-in/sign-in-by-provider.ts": {
    "authorizeByProvider lock": [
      "another account of the provider was linked",
      "the same account was linked",
      "the account was disabled",
      "it was linked to another person",
    ],
  },
  "lib/api/limits/rate-limiter.store.ts": {
    "pruneBuckets FOR UPDATE SKIP LOCKED": passedOver,
  },
  "lib/chain/sender/outgoing/outgoing-attempts.store.ts": {
    "lockOpen FOR NO KEY UPDATE": ["another attempt was added", "the transaction ended"],
  },
  "lib/chain/sender/outgoing/outgoing.store.ts": {
    "lockOwner lock": itself,
    "storeSigned lockOwner": itself,
    "storeSigned lockWallet": [
      "the nonce was used",
      "the gap was filled",
      "the day's gas was spent",
      "the day's refunds were sent",
    ],
  },
  "lib/checkouts/balances/deposit-holdings.store.ts": {
    "makeDue FOR NO KEY UPDATE SKIP LOCKED": passedOver,
    "makeProjectDue FOR NO KEY UPDATE SKIP LOCKED": passedOver,
    "putOff FOR NO KEY UPDATE OF holding SKIP LOCKED": passedOver,
  },
  "lib/checkouts/balances/sweep-refusals.store.ts": {
    "forgetRefusal FOR NO KEY UPDATE SKIP LOCKED": passedOver,
    "putOff FOR NO KEY UPDATE OF held SKIP LOCKED": passedOver,
  },
  "lib/checkouts/links/link-checkouts.store.ts": {
    "insert lockReplaceable": ["another visitor's successor ended", "the expired checkout was paid"],
    "lockLink FOR NO KEY UPDATE": ["another visitor opened it"],
  },
  "lib/checkouts/links/payment-link.store.ts": {
    "insert lockProject": ["another link took the last place"],
  },
  "lib/checkouts/links/stock.store.ts": {
    "lockStock FOR NO KEY UPDATE": ["another customer took the last one"],
  },
  "lib/checkouts/pending-checkout.ts": {
    "cancelCheckout lockCheckouts": reads,
    "selectToken lockCheckouts": ["another selection was made", "the checkout was cancelled"],
  },
  "lib/checkouts/requote/replacement.store.ts": {
    "insert lockReplaceable": [
      "a payment to the expired checkout was recorded",
      "the merchant forbade to continue it",
      "the merchant left the expired checkout's wallet",
    ],
    "lockPredecessor FOR UPDATE": itself,
  },
  "lib/checkouts/state/advance-checkouts.ts": { "advanceCheckouts lockCheckouts": reads },
  "lib/checkouts/state/chain-position.store.ts": {
    "lockFirstScan pg_advisory_xact_lock": itself,
    "selectPositionForUpdate FOR UPDATE": itself,
  },
  "lib/checkouts/state/checkout-facts.store.ts": {
    "lockOthersOfOrder lockCheckouts": itself,
    "lockRows FOR NO KEY UPDATE": itself,
  },
  "lib/insights/project-hours.store.ts": {
    "lockCounting pg_advisory_xact_lock": ["a checkout was created"],
  },
  "lib/letters/mail.store.ts": {
    "deleteNotices FOR UPDATE SKIP LOCKED": passedOver,
    "claimDueLetters FOR UPDATE OF letter SKIP LOCKED": passedOver,
  },
  "lib/payments/accept-payment.ts": {
    "acceptPayment lockCheckout": ["it was accepted", "more money came than the owner saw"],
    "acceptPayment lockLateRule": [
      "the rule was removed",
      "the rule got a lower bound",
      "the rule was set anew, for later payments",
    ],
    "acceptPayment lockOthersOfOrder": [
      "the order's other checkout was paid",
      "a visitor of its invoice replaced it",
    ],
  },
  "lib/payments/balances/reread-logs.ts": { "record lockPosition": ["a reorg took the scanned block"] },
  "lib/payments/chain-logs.store.ts": { "markFinalStatement FOR NO KEY UPDATE": order },
  "lib/payments/confirm-payments.ts": {
    "completeRefunds lockCheckouts": order,
    "completeRefunds lockRefunds": reads,
    "markFinalAndAdvance lockPosition": ["the chain was rewound"],
  },
  "lib/payments/payment-hints.store.ts": {
    "save lockCheckoutRows":
      "only its order matters: a continuation of the checkout sees the hash, or comes before it",
  },
  "lib/payments/record-transfers.ts": { "orphanLogs lockPosition": reads },
  "lib/payments/redeem-checkout.ts": { "redeemCheckout lockCheckout": reads },
  "lib/payments/refund-payments.store.ts": { "markFinal FOR NO KEY UPDATE": order },
  "lib/payments/scan-progress.store.ts": { "forgetPosition lockPosition": reads },
  "lib/payments/scan/catch-up.ts": {
    "catchUp lockPosition": [
      "another watcher read the blocks",
      "a reorg took a part of the gap",
      "a reorg replaced the block above the gap",
    ],
  },
  "lib/payments/scan/node-in-use.ts": {
    "noteIdleHead lockPosition": ["another watcher scanned a newer block"],
  },
  "lib/payments/scan/recheck-blocks.ts": {
    "compare lockPosition": ["another watcher read further", "a reorg took the block that both nodes had"],
  },
  "lib/payments/scan/record-blocks.ts": {
    "recordReceipt lockPosition": ["the scan found another block there, so the hint stays"],
  },
  "lib/payments/scan/scan-chain.ts": {
    "begin lockPosition": ["another watcher scanned the chain"],
    "record lockPosition": ["another watcher scanned the blocks"],
  },
  "lib/payments/verify-payment.ts": { "record lockCheckouts": reads },
  "lib/platform/jobs/work-leases.store.ts": {
    "pruneLeases FOR UPDATE SKIP LOCKED": passedOver,
  },
  "lib/platform/limits/idempotency.store.ts": {
    "pruneKeys FOR UPDATE SKIP LOCKED": passedOver,
  },
  "lib/projects/keys/project-keys.store.ts": {
    "createApiKey lockProject": ["the fiftieth was made"],
    "rotateApiKey lockProject": ["it was rotated", "it was revoked", "the project was deleted"],
    "revokeApiKey lockProject": reads,
  },
  "lib/projects/logs/logs.store.ts": {
    "deleteSurplusRequests FOR UPDATE OF request SKIP LOCKED": passedOver,
  },
  "lib/projects/project-lifecycle.store.ts": {
    "changeProject lockProject": ["the project was deleted"],
    "found lockPerson": ["the person lost the last project", "the hundredth was made"],
  },
  "lib/projects/project-lock.store.ts": {
    "lockRow FOR NO KEY UPDATE": itself,
    "lockRule FOR NO KEY UPDATE": itself,
  },
  "lib/projects/settings/settings.store.ts": {
    "transaction lockProject": ["another setting was changed"],
  },
  "lib/projects/settings/wallet-change.store.ts": {
    "transaction lockProject": [
      "another change waits, which is not due",
      "the requester is no owner",
      "another worker applied it",
      "an admin cancelled it",
      "another change was requested",
      "the change that is signed was replaced",
      "the wallet that signed is not the project's",
      "who hands the signature in is no owner",
    ],
  },
  "lib/projects/team/invitation.store.ts": {
    "acceptAs lock": ["it was withdrawn"],
    "acceptAsNew lock": ["it was accepted"],
    "lock lockProject": ["the project was deleted"],
  },
  "lib/projects/team/team.store.ts": {
    "transaction lockProject": ["the actor lost the role", "the other owners left", "the person was invited"],
  },
  "lib/projects/views/saved-view.store.ts": {
    "save lockProject": ["the list became full"],
  },
  "lib/refunds/links/claim-refund.ts": {
    "claimRefund lockRefund": [
      "the link was replaced",
      "the link expired",
      "the refund was cancelled",
      "another address was named",
    ],
    "reissueClaim lockRefund": ["an address was named"],
    "mailClaim lockRefund": ["an address was named"],
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
  "lib/settlement/outgoing-settlement.store.ts": {
    "lock lockUnsigned": ["another worker signed for it", "a checkout was frozen"],
    "lockUnsignedSettlement FOR NO KEY UPDATE": itself,
  },
  "lib/settlement/settlement-opening.store.ts": {
    "openSettlement lockCheckoutRows": [
      "its checkout was frozen",
      "a reorg took its payment",
      "its project began to hold payments",
      "a refund of it was opened",
      "it was paid again in a block that is not final",
      "it was swept",
      "its sweep was refused, unless it is requested",
    ],
    "dropItems lockUnsigned": ["it was signed"],
  },
  "lib/signed/accept-authorization.ts": {
    "accept lock": ["the checkout was cancelled", "a part was paid", "another payment was accepted"],
  },
  "lib/signed/authorization.store.ts": {
    "lockCheckout lockCheckouts": itself,
    "lockCheckout lockProject": itself,
    "lockName pg_advisory_xact_lock": itself,
  },
  "lib/signed/outgoing-authorization.store.ts": {
    "lockUnsentAuthorization FOR NO KEY UPDATE OF signed": [
      "another worker sent it",
      "the checkout was cancelled",
      "a part was paid",
      "another token was selected",
    ],
  },
  "lib/strays/decide-strays.ts": {
    "countStray lockStray": [
      "the project stopped accepting its token",
      "the price rose",
      "the settlement was frozen",
      "the checkout was paid",
      "it was returned",
      "it was counted, and another token after it",
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
  "lib/webhooks/attempt-pruning.store.ts": {
    "deleteAttempts FOR UPDATE OF attempt": "only its order matters: ended deliveries stay ended",
  },
  "lib/webhooks/endpoints/manage-endpoints.ts": {
    "createEndpoint lockProject": ["the sixteenth was made"],
    "updateEndpoint lockEndpoint": reads,
    "deleteEndpoint lockEndpoint": reads,
    "disableEndpoint lockEndpoint": reads,
    "enableEndpoint lockEndpoint": reads,
    "rotateSecret lockEndpoint": ["it was rotated"],
  },
  "lib/webhooks/endpoints/read-endpoints.ts": {
    "lockEndpoint lock": ["the endpoint was deleted"],
  },
  "lib/webhooks/endpoints/webhook-endpoint.store.ts": {
    "lockEndpoint FOR NO KEY UPDATE": itself,
  },
  "lib/webhooks/replay-deliveries.ts": {
    "replayFailed lockEndpoint": reads,
    "sendTestEvent lockEndpoint": ["the tenth was sent"],
  },
  "lib/webhooks/webhook-claim.store.ts": {
    "holdEndpoints FOR NO KEY UPDATE SKIP LOCKED": ["an endpoint was disabled"],
    "claimDueDeliveries FOR UPDATE SKIP LOCKED": passedOver,
  },
  "lib/webhooks/webhook-delivery-log.store.ts": {
    "replayOne FOR UPDATE OF delivery": ["a worker claimed it"],
    "replayFailed FOR UPDATE SKIP LOCKED": ["the endpoint was disabled"],
  },
  "lib/webhooks/webhook-record.store.ts": {
    "noteHealth FOR NO KEY UPDATE OF endpoint": ["the address was replaced"],
    "failWaitingDeliveries FOR UPDATE OF delivery SKIP LOCKED": ["the endpoint was enabled again"],
  },
};
