-- What is in a worker's hands, by endpoint: counted under the claim's lock, however long the backlog is.
CREATE INDEX "webhook_deliveries_leased_idx" ON "webhook_deliveries" ("endpoint_id") WHERE "status" = 'PENDING' AND "leased_until" IS NOT NULL;
-- What letters tell of: looked for each minute.
CREATE INDEX "outbox_events_late_paid_idx" ON "outbox_events" ("created_at") WHERE "kind" = 'checkout.late_paid';
CREATE INDEX "webhook_endpoints_disabled_idx" ON "webhook_endpoints" ("disabled_at") WHERE "disabled_at" IS NOT NULL;
