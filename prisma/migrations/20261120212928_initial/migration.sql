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
CREATE UNIQUE INDEX "transfers_chain_id_block_hash_tx_hash_log_index_key" ON "transfers"("chain_id", "block_hash", "tx_hash", "log_index");

-- CreateIndex
CREATE INDEX "sweeps_checkout_id_idx" ON "sweeps"("checkout_id");

-- CreateIndex
CREATE UNIQUE INDEX "sweeps_chain_id_block_hash_tx_hash_log_index_key" ON "sweeps"("chain_id", "block_hash", "tx_hash", "log_index");

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

-- What the Prisma schema cannot say -----------------------------------------------------------------------

-- A log counts once; after a reorg the same place may hold it again under another block.
CREATE UNIQUE INDEX "transfers_canonical_key" ON "transfers" ("chain_id", "tx_hash", "log_index") WHERE NOT "orphaned";
CREATE UNIQUE INDEX "sweeps_canonical_key" ON "sweeps" ("chain_id", "tx_hash", "log_index") WHERE NOT "orphaned";

-- One transaction per nonce can be under way or mined; a replaced one stays as history.
CREATE UNIQUE INDEX "outgoing_transactions_nonce_key"
  ON "outgoing_transactions" ("chain_id", "operator_address", "nonce") WHERE "status" <> 'REPLACED';

-- What the workers look for again and again is small, however long the history grows.
CREATE INDEX "checkouts_open_idx" ON "checkouts" ("expires_at") WHERE "status" IN ('PENDING', 'DETECTED');
CREATE INDEX "checkouts_paid_idx" ON "checkouts" ("paid_at") WHERE "status" IN ('PAID', 'LATE_PAID');
CREATE INDEX "transfers_unconfirmed_idx" ON "transfers" ("chain_id", "block_number") WHERE "final_at" IS NULL AND NOT "orphaned";
CREATE INDEX "sweeps_unconfirmed_idx" ON "sweeps" ("chain_id", "block_number") WHERE "final_at" IS NULL AND NOT "orphaned";
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries" ("next_attempt_at") WHERE "status" = 'PENDING';
CREATE INDEX "outgoing_transactions_open_idx" ON "outgoing_transactions" ("chain_id") WHERE "status" = 'SIGNED';
CREATE INDEX "settlements_pending_idx" ON "settlements" ("chain_id") WHERE "status" = 'PENDING';

-- Token amounts are uint256: whole, not negative, below 2^256.
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_amount_uint256"
  CHECK ("amount_units" >= 0 AND "amount_units" < 2::numeric ^ 256);
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_amount_uint256"
  CHECK ("amount_units" >= 0 AND "amount_units" < 2::numeric ^ 256);
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_amount_uint256"
  CHECK ("amount_units" >= 0 AND "amount_units" < 2::numeric ^ 256);
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_amount_uint256"
  CHECK ("amount_units" > 0 AND "amount_units" < 2::numeric ^ 256);
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_amount_uint256"
  CHECK ("amount_units" > 0 AND "amount_units" < 2::numeric ^ 256);
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_amount_uint256"
  CHECK ("amount_units" IS NULL OR ("amount_units" > 0 AND "amount_units" < 2::numeric ^ 256));

-- Sums are whole and not negative. No rule here compares what was refunded with what was received: a reorg
-- takes receipts away after a refund was sent, and must never be refused.
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_sums_whole" CHECK (
  "total_paid_units" >= 0 AND "total_paid_units" = trunc("total_paid_units")
  AND "paid_units" >= 0 AND "paid_units" = trunc("paid_units")
  AND "refunded_units" >= 0 AND "refunded_units" = trunc("refunded_units")
  AND "refunding_units" >= 0 AND "refunding_units" = trunc("refunding_units")
);
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_selection_whole"
  CHECK ("amount_units" IS NULL OR ("token_address" IS NOT NULL AND "chain_id" IS NOT NULL));
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_tolerance_bps" CHECK ("tolerance_bps" BETWEEN 0 AND 10000);
ALTER TABLE "projects" ADD CONSTRAINT "projects_tolerance_bps" CHECK ("tolerance_bps" BETWEEN 0 AND 10000);

-- Addresses and hashes are compared as text, so there is one spelling of each.
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_deposit_address_form" CHECK ("deposit_address" ~ '^0x[0-9a-f]{40}$');
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_text_form" CHECK (
  "block_hash" ~ '^0x[0-9a-f]{64}$' AND "tx_hash" ~ '^0x[0-9a-f]{64}$'
  AND "token_address" ~ '^0x[0-9a-f]{40}$' AND "from_address" ~ '^0x[0-9a-f]{40}$'
);
ALTER TABLE "sweeps" ADD CONSTRAINT "sweeps_text_form" CHECK (
  "block_hash" ~ '^0x[0-9a-f]{64}$' AND "tx_hash" ~ '^0x[0-9a-f]{64}$' AND "token_address" ~ '^0x[0-9a-f]{40}$'
);

-- The history of money and the timeline are written once.
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_moves" CHECK ("from_account" <> "to_account");
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END;
$$;
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE ON "ledger_entries"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
CREATE TRIGGER "checkout_events_append_only" BEFORE UPDATE OR DELETE ON "checkout_events"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
