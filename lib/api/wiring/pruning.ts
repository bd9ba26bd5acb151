import "server-only";
import { pruneAccountTokens } from "@/lib/accounts/people.store";
import { pruneSessions } from "@/lib/accounts/sign-in/session.store";
import type { Pruning } from "@/lib/books/prune";
import { pruneLetters, pruneNotices } from "@/lib/letters/mail.store";
import { pruneHints } from "@/lib/payments/payment-hints.store";
import type { Database } from "@/lib/platform/database";
import { createWorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { pruneRequests, pruneSurplusRequests } from "@/lib/projects/logs/logs.store";
import { pruneAuthorizationClients } from "@/lib/signed/authorization.store";
import { pruneDeliveryAttempts } from "@/lib/webhooks/attempt-pruning.store";

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
