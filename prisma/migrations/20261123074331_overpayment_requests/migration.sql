-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "excess_dismissed_at" TIMESTAMPTZ(3),
ADD COLUMN     "excess_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "excess_wallet" TEXT;

ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_excess_request" CHECK (
  "excess_requested_at" IS NOT NULL OR ("excess_wallet" IS NULL AND "excess_dismissed_at" IS NULL)
);
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_excess_wallet" CHECK ("excess_wallet" ~ '^0x[0-9a-f]{40}$');

-- Open requests, for what needs attention.
CREATE INDEX "checkouts_excess_requested_idx" ON "checkouts" ("project_id", "created_at" DESC, "id" DESC) WHERE "excess_requested_at" IS NOT NULL AND "excess_dismissed_at" IS NULL;
