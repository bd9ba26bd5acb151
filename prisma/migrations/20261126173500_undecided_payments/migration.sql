-- Money that came too late or in part, for what needs attention.
CREATE INDEX "checkouts_undecided_idx" ON "checkouts" ("project_id", "created_at" DESC, "id" DESC)
  WHERE "status" IN ('LATE_PAID', 'EXPIRED') AND "late_accepted_at" IS NULL
    AND "paid_units" > "refunded_units" + "refunding_units";
-- What letters tell of: looked for each minute.
CREATE INDEX "outbox_events_partially_paid_idx" ON "outbox_events" ("created_at") WHERE "kind" = 'checkout.partially_paid';
