-- First attempts and retries are claimed apart: neither may read through a backlog of the other. Only these indexes have
-- the order that the claim asks for, so that PostgreSQL takes no other.
CREATE INDEX "webhook_deliveries_first_attempts_idx" ON "webhook_deliveries" ("endpoint_id", "next_attempt_at", "id") WHERE "status" = 'PENDING' AND "attempt_count" = 0;
CREATE INDEX "webhook_deliveries_retries_idx" ON "webhook_deliveries" ("endpoint_id", "next_attempt_at", "id") WHERE "status" = 'PENDING' AND "attempt_count" > 0;
