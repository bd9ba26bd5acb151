-- AlterTable
ALTER TABLE "account_tokens" ADD COLUMN     "mailed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "created_by_id" TEXT;

-- AlterTable
ALTER TABLE "invitations" ADD COLUMN     "mailed" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "email_proven_at" TIMESTAMPTZ(3);

-- Who made the keys that are there, as it was written down.
UPDATE "api_keys" SET "created_by_id" = log."user_id"
FROM "audit_log" AS log
WHERE log."project_id" = "api_keys"."project_id" AND log."user_id" IS NOT NULL
  AND (
    log."action" = 'api_key.created' AND log."target" = "api_keys"."id"
    OR log."action" = 'api_key.rotated' AND log."details"->>'newKey' = "api_keys"."id"
  );

-- How many invitations were sent in a day, by project and by person.
CREATE INDEX "audit_log_project_invitations_idx" ON "audit_log" ("project_id", "created_at") WHERE "action" IN ('team.invited', 'team.invitation_renewed');
CREATE INDEX "audit_log_person_invitations_idx" ON "audit_log" ("user_id", "created_at") WHERE "action" IN ('team.invited', 'team.invitation_renewed');
