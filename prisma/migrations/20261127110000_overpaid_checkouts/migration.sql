-- A merchant can keep an overpayment that no customer requested back.
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_excess_request";
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_excess_request" CHECK (
  "excess_requested_at" IS NOT NULL OR "excess_wallet" IS NULL
);

-- Overpayments without a decision, for the inbox.
CREATE INDEX "checkouts_overpaid_idx" ON "checkouts" ("project_id", "created_at" DESC, "id" DESC)
  WHERE "excess_dismissed_at" IS NULL
    AND ("status" IN ('PAID', 'SETTLED') OR "status" = 'LATE_PAID' AND "late_accepted_at" IS NOT NULL)
    AND "paid_units" - "refunded_units" - "refunding_units" > LEAST("amount_units", "accepted_units");
