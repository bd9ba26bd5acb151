import "server-only";
import { pruneAccountTokens } from "@/lib/accounts/people.store";
import { pruneSessions } from "@/lib/accounts/sign-in/session.store";
import type { Pruning } from "@/lib/books/prune";
import type { OutgoingOwners } from "@/lib/chain/sender/outgoing/outgoing-owners.port";
import { createDepositStore } from "@/lib/checkouts/deposits.store";
import { createPositionStore } from "@/lib/checkouts/state/chain-position.store";
import { pruneLetters, pruneNotices } from "@/lib/letters/mail.store";
import { createExpiryStore } from "@/lib/payments/expiry.store";
import { createPaymentStore } from "@/lib/payments/payment.store";
import { createHintStore, pruneHints } from "@/lib/payments/payment-hints.store";
import { createRecordedLogStore } from "@/lib/payments/recorded-logs.store";
import { createScanProgressStore } from "@/lib/payments/scan-progress.store";
import type { Connections, Database } from "@/lib/platform/database";
import { createWorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { pruneRequests, pruneSurplusRequests } from "@/lib/projects/logs/logs.store";
import { outgoingRefund } from "@/lib/refunds/outgoing-refund.store";
import { outgoingSettlement } from "@/lib/settlement/outgoing-settlement.store";
import { pruneAuthorizationClients } from "@/lib/signed/authorization.store";
import { outgoingAuthorization } from "@/lib/signed/outgoing-authorization.store";
import { pruneDeliveryAttempts } from "@/lib/webhooks/attempt-pruning.store";

/** The stores with which payments are scanned, recorded, confirmed and expired. */
export function createPaymentStores(database: Connections) {
  return {
    payments: createPaymentStore(database),
    deposits: createDepositStore(database),
    positions: createPositionStore(database),
    scanProgress: createScanProgressStore(database),
    recordedLogs: createRecordedLogStore(database),
    hints: createHintStore(database),
    expiry: createExpiryStore(database),
  };
}

/** What the service's wallets send transactions for. */
export const outgoingOwners: OutgoingOwners = {
  SETTLEMENT: outgoingSettlement,
  REFUND: outgoingRefund,
  RELAY: outgoingAuthorization,
};

/** Every room deletes its own old rows. */
export function createPruning(database: Database): Pruning {
  return {
    deliveryAttempts: pruneDeliveryAttempts(database),
    letters: pruneLetters(database),
    ownerNotices: pruneNotices(database),
    requests: pruneRequests(database),
    surplusRequests: pruneSurplusRequests(database),
    accountTokens: pruneAccountTokens(database),
    sessions: pruneSessions(database),
    authorizationClients: pruneAuthorizationClients(database),
    paymentHints: pruneHints(database),
    workLeases: createWorkLeases(database).prune,
  };
}
