-- The inbox also lists what a cancelled checkout received, and what came after a refund.
DROP INDEX "checkouts_overpaid_idx";
CREATE INDEX "checkouts_overpaid_idx" ON "checkouts" ("project_id", "created_at" DESC, "id" DESC)
  WHERE "excess_dismissed_at" IS NULL
    AND (("status" IN ('PAID', 'SETTLED') OR "status" = 'LATE_PAID' AND "late_accepted_at" IS NOT NULL)
      OR "status" IN ('CANCELLED', 'REFUNDED'))
    AND "paid_units" - "refunded_units" - "refunding_units" - CASE
      WHEN "status" IN ('PAID', 'SETTLED') OR "status" = 'LATE_PAID' AND "late_accepted_at" IS NOT NULL
      THEN LEAST("amount_units", "accepted_units") ELSE 0 END > 0;
