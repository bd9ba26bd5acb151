import { sealedSecondFactors } from "@/lib/accounts/second-factor/second-factor.store";
import type { Connections } from "@/lib/platform/database";
import { sealedAnswers } from "@/lib/platform/limits/idempotency.store";
import type { SealedPages } from "@/lib/platform/secret-box";
import { sealedWebhookSecrets } from "@/lib/webhooks/endpoints/webhook-endpoint.store";

/** Everything in the database that DATA_KEY seals. */
export const storedSecrets = (database: Connections): Record<string, SealedPages> => ({
  "webhook secrets": sealedWebhookSecrets(database),
  "second factors": sealedSecondFactors(database),
  "kept answers": sealedAnswers(database),
});
