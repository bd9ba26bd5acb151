-- CreateEnum
CREATE TYPE "role" AS ENUM ('OWNER', 'ADMIN', 'DEVELOPER', 'VIEWER');

-- CreateEnum
CREATE TYPE "checkout_status" AS ENUM ('PENDING', 'DETECTED', 'PAID', 'SETTLED', 'EXPIRED', 'LATE_PAID', 'CANCELLED', 'REFUNDED');

-- CreateEnum
CREATE TYPE "created_via" AS ENUM ('SERVER_KEY', 'API_KEY', 'LINK', 'DASHBOARD');

-- CreateEnum
CREATE TYPE "ledger_account" AS ENUM ('CUSTOMER', 'DEPOSIT', 'MERCHANT');

-- CreateEnum
CREATE TYPE "ledger_kind" AS ENUM ('RECEIVED', 'RECEIVED_REVERSED', 'SWEPT', 'SWEPT_REVERSED', 'REFUNDED', 'REFUNDED_REVERSED');

-- CreateEnum
CREATE TYPE "refund_status" AS ENUM ('AWAITING_APPROVAL', 'AWAITING_ADDRESS', 'AWAITING_SIGNATURE', 'PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "refund_type" AS ENUM ('CANCELLATION', 'CUSTOMER_REQUEST', 'OVERPAYMENT', 'LATE_PAYMENT', 'DUPLICATE', 'OTHER');

-- CreateEnum
CREATE TYPE "refund_mode" AS ENUM ('STRICT', 'CONVENIENT');

-- CreateEnum
CREATE TYPE "settlement_policy" AS ENUM ('IMMEDIATE', 'BATCHED', 'MANUAL');

-- CreateEnum
CREATE TYPE "api_key_kind" AS ENUM ('SERVER', 'API');

-- CreateEnum
CREATE TYPE "settlement_status" AS ENUM ('PENDING', 'COMPLETED', 'FAILED');

-- CreateEnum
CREATE TYPE "settlement_item_status" AS ENUM ('PENDING', 'SWEPT', 'FAILED');

-- CreateEnum
CREATE TYPE "outgoing_transaction_status" AS ENUM ('SIGNED', 'CONFIRMED', 'REVERTED', 'REPLACED');

-- CreateEnum
CREATE TYPE "delivery_status" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "user_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("user_id","project_id")
);

-- CreateTable
CREATE TABLE "audit_log" (
    "id" BIGSERIAL NOT NULL,
    "project_id" TEXT,
    "user_id" TEXT,
    "action" TEXT NOT NULL,
    "target" TEXT,
    "details" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "chain_cursors" (
    "chain_id" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_hash" TEXT NOT NULL,
    "block_timestamp" TIMESTAMPTZ(3) NOT NULL,
    "safe_number" BIGINT,
    "finalized_number" BIGINT,
    "tags_advanced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "advanced_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "checked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "chain_cursors_pkey" PRIMARY KEY ("chain_id")
);

-- CreateTable
CREATE TABLE "block_headers" (
    "chain_id" INTEGER NOT NULL,
    "number" BIGINT NOT NULL,
    "hash" TEXT NOT NULL,
    "parent_hash" TEXT NOT NULL,
    "timestamp" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "block_headers_pkey" PRIMARY KEY ("chain_id","number")
);

-- CreateTable
CREATE TABLE "checkouts" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "status" "checkout_status" NOT NULL DEFAULT 'PENDING',
    "created_via" "created_via" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "watch_until" TIMESTAMPTZ(3) NOT NULL,
    "chain_id" INTEGER,
    "token_address" TEXT,
    "amount_units" DECIMAL(78,0),
    "fixed_chain_id" INTEGER,
    "token_fixed" BOOLEAN NOT NULL DEFAULT false,
    "selection_count" INTEGER NOT NULL DEFAULT 0,
    "deposit_address" TEXT NOT NULL,
    "merchant_address" TEXT NOT NULL,
    "refund_authority" TEXT NOT NULL,
    "open_sweep" BOOLEAN NOT NULL,
    "fiat_amount" TEXT,
    "fiat_currency" TEXT,
    "exchange_rate_used" TEXT,
    "exchange_rate_at" TIMESTAMPTZ(3),
    "tolerance_bps" INTEGER NOT NULL DEFAULT 0,
    "item_name" TEXT,
    "item_description" TEXT,
    "reference_id" TEXT,
    "metadata" JSONB,
    "success_url" TEXT,
    "cancel_url" TEXT,
    "total_paid_units" DECIMAL NOT NULL DEFAULT 0,
    "paid_units" DECIMAL NOT NULL DEFAULT 0,
    "refunded_units" DECIMAL NOT NULL DEFAULT 0,
    "refunding_units" DECIMAL NOT NULL DEFAULT 0,
    "payment_tx_hash" TEXT,
    "cancelled_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "late_accepted_at" TIMESTAMPTZ(3),
    "settlement_frozen" BOOLEAN NOT NULL DEFAULT false,
    "event_sequence" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "checkouts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "quotes" (
    "checkout_id" TEXT NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "amount_units" DECIMAL(78,0) NOT NULL,
    "exchange_rate" TEXT,
    "exchange_rate_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("checkout_id","ordinal")
);

-- CreateTable
CREATE TABLE "checkout_events" (
    "id" BIGSERIAL NOT NULL,
    "checkout_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "details" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "checkout_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "transfers" (
    "id" TEXT NOT NULL,
    "checkout_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_hash" TEXT NOT NULL,
    "block_timestamp" TIMESTAMPTZ(3) NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "from_address" TEXT NOT NULL,
    "amount_units" DECIMAL(78,0) NOT NULL,
    "orphaned" BOOLEAN NOT NULL DEFAULT false,
    "final_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transfers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sweeps" (
    "id" TEXT NOT NULL,
    "checkout_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "block_number" BIGINT NOT NULL,
    "block_hash" TEXT NOT NULL,
    "block_timestamp" TIMESTAMPTZ(3) NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "log_index" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "amount_units" DECIMAL(78,0) NOT NULL,
    "orphaned" BOOLEAN NOT NULL DEFAULT false,
    "final_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sweeps_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ledger_entries" (
    "id" BIGSERIAL NOT NULL,
    "kind" "ledger_kind" NOT NULL,
    "source_id" TEXT NOT NULL,
    "checkout_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "from_account" "ledger_account" NOT NULL,
    "to_account" "ledger_account" NOT NULL,
    "amount_units" DECIMAL(78,0) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ledger_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "id" TEXT NOT NULL,
    "checkout_id" TEXT NOT NULL,
    "amount_units" DECIMAL(78,0) NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "reason" TEXT,
    "refund_type" "refund_type" NOT NULL DEFAULT 'CUSTOMER_REQUEST',
    "status" "refund_status" NOT NULL,
    "destination_address" TEXT,
    "tx_hash" TEXT,
    "failure_code" TEXT,
    "claim_token_hash" TEXT,
    "claim_expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment_hints" (
    "checkout_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "payment_hints_pkey" PRIMARY KEY ("checkout_id","chain_id","tx_hash")
);

-- CreateTable
CREATE TABLE "exchange_rates" (
    "token_symbol" TEXT NOT NULL,
    "fiat_currency" TEXT NOT NULL,
    "rate" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exchange_rates_pkey" PRIMARY KEY ("token_symbol","fiat_currency")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "project_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "status_code" INTEGER,
    "response_body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("project_id","key")
);

-- CreateTable
CREATE TABLE "rate_limits" (
    "id" BIGSERIAL NOT NULL,
    "bucket" TEXT NOT NULL,
    "admitted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "projects" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "settlement_wallet" TEXT NOT NULL,
    "refund_mode" "refund_mode" NOT NULL DEFAULT 'STRICT',
    "settlement_policy" "settlement_policy" NOT NULL DEFAULT 'BATCHED',
    "tolerance_bps" INTEGER NOT NULL DEFAULT 0,
    "api_key_creates_checkouts" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "projects_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "kind" "api_key_kind" NOT NULL,
    "hash" TEXT NOT NULL,
    "last_four" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "last_used_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "allowed_origins" (
    "project_id" TEXT NOT NULL,
    "origin" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "allowed_origins_pkey" PRIMARY KEY ("project_id","origin")
);

-- CreateTable
CREATE TABLE "accepted_tokens" (
    "project_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accepted_tokens_pkey" PRIMARY KEY ("project_id","chain_id","token_address")
);

-- CreateTable
CREATE TABLE "payment_links" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "item_name" TEXT NOT NULL,
    "fiat_amount" TEXT,
    "fiat_currency" TEXT,
    "amount_units" DECIMAL(78,0),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "payment_links_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settlements" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "status" "settlement_status" NOT NULL DEFAULT 'PENDING',
    "outgoing_transaction_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "settlements_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "settlement_items" (
    "settlement_id" TEXT NOT NULL,
    "checkout_id" TEXT NOT NULL,
    "token_address" TEXT NOT NULL,
    "status" "settlement_item_status" NOT NULL DEFAULT 'PENDING',
    "failure_reason" TEXT,

    CONSTRAINT "settlement_items_pkey" PRIMARY KEY ("settlement_id","checkout_id","token_address")
);

-- CreateTable
CREATE TABLE "operator_nonces" (
    "chain_id" INTEGER NOT NULL,
    "operator_address" TEXT NOT NULL,
    "next_nonce" BIGINT NOT NULL,

    CONSTRAINT "operator_nonces_pkey" PRIMARY KEY ("chain_id","operator_address")
);

-- CreateTable
CREATE TABLE "outgoing_transactions" (
    "id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "operator_address" TEXT NOT NULL,
    "nonce" BIGINT NOT NULL,
    "to_address" TEXT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "raw_transaction" TEXT NOT NULL,
    "gas_limit" BIGINT NOT NULL,
    "max_fee_per_gas" DECIMAL(78,0) NOT NULL,
    "max_priority_fee_per_gas" DECIMAL(78,0) NOT NULL,
    "status" "outgoing_transaction_status" NOT NULL DEFAULT 'SIGNED',
    "broadcast_count" INTEGER NOT NULL DEFAULT 0,
    "last_broadcast_at" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "block_number" BIGINT,
    "block_hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "outgoing_transactions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "kinds" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "failing_since" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "id" BIGSERIAL NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "ciphertext" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "outbox_events" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "checkout_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "status" "delivery_status" NOT NULL DEFAULT 'PENDING',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "fencing_token" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "delivery_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status_code" INTEGER,
    "error" TEXT,
    "response_body" TEXT,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("delivery_id","number")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "memberships_project_id_idx" ON "memberships"("project_id");

-- CreateIndex
CREATE INDEX "audit_log_project_id_id_idx" ON "audit_log"("project_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "checkouts_deposit_address_key" ON "checkouts"("deposit_address");

-- CreateIndex
CREATE INDEX "checkouts_project_id_created_at_id_idx" ON "checkouts"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "checkouts_project_id_reference_id_idx" ON "checkouts"("project_id", "reference_id");

-- CreateIndex
CREATE INDEX "checkout_events_checkout_id_id_idx" ON "checkout_events"("checkout_id", "id");

-- CreateIndex
CREATE INDEX "transfers_checkout_id_idx" ON "transfers"("checkout_id");

-- CreateIndex
CREATE INDEX "sweeps_checkout_id_idx" ON "sweeps"("checkout_id");

-- CreateIndex
CREATE INDEX "ledger_entries_checkout_id_idx" ON "ledger_entries"("checkout_id");

-- CreateIndex
CREATE UNIQUE INDEX "ledger_entries_kind_source_id_key" ON "ledger_entries"("kind", "source_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_claim_token_hash_key" ON "refunds"("claim_token_hash");

-- CreateIndex
CREATE INDEX "refunds_checkout_id_created_at_id_idx" ON "refunds"("checkout_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys"("created_at");

-- CreateIndex
CREATE INDEX "rate_limits_bucket_admitted_at_idx" ON "rate_limits"("bucket", "admitted_at");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_project_id_idx" ON "api_keys"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "payment_links_slug_key" ON "payment_links"("slug");

-- CreateIndex
CREATE INDEX "payment_links_project_id_idx" ON "payment_links"("project_id");

-- CreateIndex
CREATE UNIQUE INDEX "settlements_outgoing_transaction_id_key" ON "settlements"("outgoing_transaction_id");

-- CreateIndex
CREATE INDEX "settlements_project_id_created_at_id_idx" ON "settlements"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "settlement_items_checkout_id_idx" ON "settlement_items"("checkout_id");

-- CreateIndex
CREATE INDEX "outgoing_transactions_chain_id_operator_address_nonce_idx" ON "outgoing_transactions"("chain_id", "operator_address", "nonce");

-- CreateIndex
CREATE UNIQUE INDEX "outgoing_transactions_chain_id_tx_hash_key" ON "outgoing_transactions"("chain_id", "tx_hash");

-- CreateIndex
CREATE INDEX "webhook_endpoints_project_id_idx" ON "webhook_endpoints"("project_id");

-- CreateIndex
CREATE INDEX "webhook_secrets_endpoint_id_idx" ON "webhook_secrets"("endpoint_id");

-- CreateIndex
CREATE INDEX "outbox_events_project_id_created_at_id_idx" ON "outbox_events"("project_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "outbox_events_checkout_id_sequence_key" ON "outbox_events"("checkout_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_event_id_endpoint_id_key" ON "webhook_deliveries"("event_id", "endpoint_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_events" ADD CONSTRAINT "checkout_events_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_hints" ADD CONSTRAINT "payment_hints_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "allowed_origins" ADD CONSTRAINT "allowed_origins_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accepted_tokens" ADD CONSTRAINT "accepted_tokens_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_outgoing_transaction_id_fkey" FOREIGN KEY ("outgoing_transaction_id") REFERENCES "outgoing_transactions"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement_items" ADD CONSTRAINT "settlement_items_settlement_id_fkey" FOREIGN KEY ("settlement_id") REFERENCES "settlements"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "settlement_items" ADD CONSTRAINT "settlement_items_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_events" ADD CONSTRAINT "outbox_events_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_events" ADD CONSTRAINT "outbox_events_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_fkey" FOREIGN KEY ("event_id") REFERENCES "outbox_events"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "webhook_deliveries"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say ------------------------------------------------------------

-- Amounts: positive integers up to 2^256−1. Postgres numeric would take NaN, so the range is checked too.
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_amount_range" CHECK ("amount_units" > 0 AND "amount_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_amount_range" CHECK ("amount_units" > 0 AND "amount_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_amount_range" CHECK ("amount_units" > 0 AND "amount_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_amount_range" CHECK ("amount_units" > 0 AND "amount_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount_range" CHECK ("amount_units" > 0 AND "amount_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_amount_range" CHECK ("amount_units" IS NULL OR ("amount_units" > 0 AND "amount_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935));
-- Sums have no precision that would refuse Infinity and fractions.
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_sums_whole" CHECK (
  "total_paid_units" >= 0 AND "total_paid_units" < 'Infinity' AND "total_paid_units" = trunc("total_paid_units")
  AND "paid_units" >= 0 AND "paid_units" < 'Infinity' AND "paid_units" = trunc("paid_units")
  AND "refunded_units" >= 0 AND "refunded_units" < 'Infinity' AND "refunded_units" = trunc("refunded_units")
  AND "refunding_units" >= 0 AND "refunding_units" < 'Infinity' AND "refunding_units" = trunc("refunding_units")
);
-- Refunds never exceed what was received. Receipts that a reorg took away may leave them above it: then the
-- checkout is frozen, and no constraint may refuse the reorg and stall the watcher.
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_refunds_within_received" CHECK ("settlement_frozen" OR "refunded_units" + "refunding_units" <= "total_paid_units");
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_tolerance_range" CHECK ("tolerance_bps" BETWEEN 0 AND 10000);
ALTER TABLE "projects" ADD CONSTRAINT "projects_tolerance_range" CHECK ("tolerance_bps" BETWEEN 0 AND 10000);

-- A token needs its chain; fiat amount and currency come together; a checkout has a price from the start.
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_token_on_chain" CHECK ("token_address" IS NULL OR "chain_id" IS NOT NULL);
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_fiat_pair" CHECK (("fiat_amount" IS NULL) = ("fiat_currency" IS NULL));
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_priced" CHECK ("fiat_amount" IS NOT NULL OR "amount_units" IS NOT NULL);
-- From DETECTED on there is something to have been paid with.
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_paid_in_a_token" CHECK ("status" NOT IN ('DETECTED', 'PAID', 'SETTLED', 'LATE_PAID') OR ("token_address" IS NOT NULL AND "amount_units" IS NOT NULL AND "payment_tx_hash" IS NOT NULL));

-- Texts with a shape.
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_id_shape" CHECK ("id" ~ '^chk_[0-9a-z]{26}$');
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_addresses_shape" CHECK ("deposit_address" ~ '^0x[0-9a-f]{40}$' AND "merchant_address" ~ '^0x[0-9a-f]{40}$' AND "refund_authority" ~ '^0x[0-9a-f]{40}$' AND ("token_address" IS NULL OR "token_address" ~ '^0x[0-9a-f]{40}$'));
ALTER TABLE "projects" ADD CONSTRAINT "projects_settlement_wallet_shape" CHECK ("settlement_wallet" ~ '^0x[0-9a-f]{40}$');
ALTER TABLE "accepted_tokens" ADD CONSTRAINT "accepted_tokens_address_shape" CHECK ("token_address" ~ '^0x[0-9a-f]{40}$');
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_shapes" CHECK ("token_address" ~ '^0x[0-9a-f]{40}$' AND "from_address" ~ '^0x[0-9a-f]{40}$' AND "tx_hash" ~ '^0x[0-9a-f]{64}$' AND "block_hash" ~ '^0x[0-9a-f]{64}$');
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_shapes" CHECK ("token_address" ~ '^0x[0-9a-f]{40}$' AND "tx_hash" ~ '^0x[0-9a-f]{64}$' AND "block_hash" ~ '^0x[0-9a-f]{64}$');
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_rate_shape" CHECK ("rate" ~ '^(0|[1-9][0-9]*)(\.[0-9]{1,18})?$');
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_two_accounts" CHECK ("from_account" <> "to_account");
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_hash_shape" CHECK ("hash" ~ '^[0-9a-f]{64}$');

-- One canonical row for a log. A reorg orphans it and makes room for its re-inclusion: at another place, in
-- another block, or in the very same block when the chain turns back to it.
CREATE UNIQUE INDEX "transfers_canonical_key" ON "transfers" ("chain_id", "tx_hash", "log_index") WHERE NOT "orphaned";
CREATE UNIQUE INDEX "sweeps_canonical_key" ON "sweeps" ("chain_id", "tx_hash", "log_index") WHERE NOT "orphaned";
-- A deposit is in one open settlement at most.
CREATE UNIQUE INDEX "settlement_items_open_key" ON "settlement_items" ("checkout_id", "token_address") WHERE "status" = 'PENDING';
-- One live transaction for a nonce.
CREATE UNIQUE INDEX "outgoing_transactions_confirmed_nonce_key" ON "outgoing_transactions" ("chain_id", "operator_address", "nonce") WHERE "status" IN ('CONFIRMED', 'REVERTED');

-- Hot paths: only rows that still have something coming are indexed.
CREATE INDEX "checkouts_pending_expiry_idx" ON "checkouts" ("expires_at") WHERE "status" = 'PENDING';
CREATE INDEX "checkouts_detected_idx" ON "checkouts" ("chain_id") WHERE "status" = 'DETECTED';
CREATE INDEX "checkouts_watch_idx" ON "checkouts" ("watch_until") WHERE "status" NOT IN ('PENDING', 'DETECTED');
CREATE INDEX "checkouts_to_settle_idx" ON "checkouts" ("chain_id", "paid_at") WHERE "status" IN ('PAID', 'LATE_PAID') AND NOT "settlement_frozen";
CREATE INDEX "transfers_awaiting_finality_idx" ON "transfers" ("chain_id", "block_number") WHERE "final_at" IS NULL AND NOT "orphaned";
CREATE INDEX "sweeps_awaiting_finality_idx" ON "sweeps" ("chain_id", "block_number") WHERE "final_at" IS NULL AND NOT "orphaned";
CREATE INDEX "transfers_by_block_idx" ON "transfers" ("chain_id", "block_number") WHERE NOT "orphaned";
CREATE INDEX "sweeps_by_block_idx" ON "sweeps" ("chain_id", "block_number") WHERE NOT "orphaned";
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("next_attempt_at") WHERE "status" = 'PENDING';
CREATE INDEX "outgoing_transactions_open_idx" ON "outgoing_transactions" ("chain_id", "nonce") WHERE "status" = 'SIGNED';
CREATE INDEX "settlements_open_idx" ON "settlements" ("chain_id") WHERE "status" = 'PENDING';

-- Append-only facts.
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "checkout_events_append_only" BEFORE UPDATE ON "checkout_events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();

-- A lower-case ULID: 48 bits of milliseconds, 80 random ones. Deliveries are made by the statement that
-- writes their event, for as many endpoints as it finds. Byte 6 of a UUID is left out: its version is fixed.
CREATE FUNCTION "new_ulid"() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', digit + 1, 1), '' ORDER BY place)
  FROM (
    SELECT place, ((floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint >> (5 * (9 - place))) & 31)::int AS digit
    FROM generate_series(0, 9) AS place
    UNION ALL
    SELECT 10 + place, get_byte(bytes, place + CASE WHEN place < 6 THEN 0 ELSE 1 END) & 31
    FROM (SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) AS bytes) AS source,
      generate_series(0, 15) AS place
  ) AS digits
$$;
