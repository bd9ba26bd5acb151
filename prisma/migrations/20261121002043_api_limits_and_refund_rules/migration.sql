-- DropIndex
DROP INDEX "checkouts_project_id_reference_id_idx";

-- DropIndex
DROP INDEX "rate_limits_bucket_admitted_at_idx";

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "replaced_by_id" TEXT;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "minimum_units" DECIMAL(78,0) NOT NULL DEFAULT 0,
ADD COLUMN     "refund_daily_limit_units" DECIMAL(78,0) NOT NULL DEFAULT 500000000,
ADD COLUMN     "server_requests_per_minute" INTEGER;

-- AlterTable
ALTER TABLE "rate_limits" DROP CONSTRAINT "rate_limits_pkey",
DROP COLUMN "admitted_at",
DROP COLUMN "id",
ADD COLUMN     "counts" INTEGER[],
ADD COLUMN     "slots" BIGINT[],
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL,
ADD CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("bucket");

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "project_id" TEXT NOT NULL,
ADD COLUMN     "via_api" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "allowed_wallets" (
    "project_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "allowed_wallets_pkey" PRIMARY KEY ("project_id","address")
);

-- CreateTable
CREATE TABLE "rate_fetches" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "held_until" TIMESTAMPTZ(3) NOT NULL,
    "failed" BOOLEAN NOT NULL,

    CONSTRAINT "rate_fetches_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "allowed_origins_origin_idx" ON "allowed_origins"("origin");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_replaced_by_id_key" ON "api_keys"("replaced_by_id");

-- CreateIndex
CREATE INDEX "checkouts_project_id_status_created_at_id_idx" ON "checkouts"("project_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "checkouts_project_id_reference_id_created_at_id_idx" ON "checkouts"("project_id", "reference_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "refunds_project_id_created_at_idx" ON "refunds"("project_id", "created_at");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_id_fkey" FOREIGN KEY ("replaced_by_id") REFERENCES "api_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "allowed_wallets" ADD CONSTRAINT "allowed_wallets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say ------------------------------------------------------------

-- Nobody waits for the disk to have a request counted, and a minute later the count is worth nothing.
ALTER TABLE "rate_limits" SET UNLOGGED;
-- Rows change with every request: room on the page keeps the new version beside the old one.
ALTER TABLE "rate_limits" SET (fillfactor = 50);

ALTER TABLE "projects" ADD CONSTRAINT "projects_minimum_range" CHECK ("minimum_units" >= 0 AND "minimum_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "projects" ADD CONSTRAINT "projects_refund_daily_limit_range" CHECK ("refund_daily_limit_units" >= 0 AND "refund_daily_limit_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "projects" ADD CONSTRAINT "projects_server_rate_range" CHECK ("server_requests_per_minute" > 0);
ALTER TABLE "allowed_wallets" ADD CONSTRAINT "allowed_wallets_address_shape" CHECK ("address" ~ '^0x[0-9a-f]{40}$');
ALTER TABLE "rate_fetches" ADD CONSTRAINT "rate_fetches_one_row" CHECK ("id" = 1);
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_shapes" CHECK (
  "id" ~ '^rfd_[0-9a-z]{26}$' AND "token_address" ~ '^0x[0-9a-f]{40}$'
  AND ("destination_address" IS NULL OR "destination_address" ~ '^0x[0-9a-f]{40}$')
);
-- An answer is kept whole or not at all; while none is kept somebody works on it.
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_answer" CHECK (
  ("status_code" IS NULL) = ("response_body" IS NULL) AND ("status_code" IS NULL) = ("leased_until" IS NOT NULL)
);
