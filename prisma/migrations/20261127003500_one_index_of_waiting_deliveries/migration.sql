-- One index for claims instead of three.
CREATE INDEX "webhook_deliveries_waiting_idx" ON "webhook_deliveries" ("endpoint_id", ("attempt_count" = 0), "next_attempt_at", "id") WHERE "status" = 'PENDING';
DROP INDEX "webhook_deliveries_first_attempts_idx";
DROP INDEX "webhook_deliveries_retries_idx";
DROP INDEX "webhook_deliveries_due_by_endpoint_idx";
-- Claims could use the index of due times too: with outdated statistics PostgreSQL chose it, and read every waiting
-- delivery once per endpoint. No claim says that a delivery isn't completed, so now only the count of overdue ones can.
DROP INDEX "webhook_deliveries_due_idx";
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("next_attempt_at") WHERE "completed_at" IS NULL;
