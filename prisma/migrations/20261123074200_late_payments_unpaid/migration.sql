-- A late payment counts as paid only once the merchant accepted it.
UPDATE "checkouts" SET "paid_at" = NULL WHERE "status" = 'LATE_PAID' AND "late_accepted_at" IS NULL;
UPDATE "checkouts" AS "checkout" SET "paid_at" = NULL
WHERE "checkout"."status" = 'REFUNDED' AND "checkout"."late_accepted_at" IS NULL AND NOT EXISTS (
  SELECT FROM "checkout_events" AS "event" WHERE "event"."checkout_id" = "checkout"."id" AND "event"."kind" = 'checkout.paid'
);
UPDATE "checkouts" SET "paid_at" = "late_accepted_at" WHERE "late_accepted_at" > "paid_at";
