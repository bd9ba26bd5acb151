-- CreateEnum
CREATE TYPE "account_token_purpose" AS ENUM ('SETUP', 'PASSWORD_RESET', 'SECOND_FACTOR', 'WALLET_NONCE');

-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "payment_link_id" TEXT;

-- AlterTable
ALTER TABLE "payment_links" ADD COLUMN     "checkout_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "item_description" TEXT,
ADD COLUMN     "success_url" TEXT;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "authenticated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "client_address" TEXT,
ADD COLUMN     "method" TEXT NOT NULL DEFAULT 'password',
ADD COLUMN     "user_agent" TEXT;

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "disabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "name" TEXT,
ADD COLUMN     "totp_enabled_at" TIMESTAMPTZ(3),
ADD COLUMN     "totp_last_step" BIGINT,
ADD COLUMN     "totp_secret" TEXT,
ADD COLUMN     "wallet_address" TEXT;

-- CreateTable
CREATE TABLE "recovery_codes" (
    "user_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id","hash")
);

-- CreateTable
CREATE TABLE "oauth_accounts" (
    "provider" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "oauth_accounts_pkey" PRIMARY KEY ("provider","subject")
);

-- CreateTable
CREATE TABLE "account_tokens" (
    "hash" TEXT NOT NULL,
    "purpose" "account_token_purpose" NOT NULL,
    "user_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "account_tokens_pkey" PRIMARY KEY ("hash")
);

-- CreateTable
CREATE TABLE "invitations" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "role" "role" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "wallet_changes" (
    "id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "from_wallet" TEXT NOT NULL,
    "to_wallet" TEXT NOT NULL,
    "requested_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "effective_at" TIMESTAMPTZ(3) NOT NULL,
    "applied_at" TIMESTAMPTZ(3),
    "cancelled_at" TIMESTAMPTZ(3),

    CONSTRAINT "wallet_changes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "project_hours" (
    "project_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "created_count" INTEGER NOT NULL,
    "converted_count" INTEGER NOT NULL,
    "paid_count" INTEGER NOT NULL,
    "paid_units" DECIMAL NOT NULL,
    "paid_ms_sum" BIGINT NOT NULL,

    CONSTRAINT "project_hours_pkey" PRIMARY KEY ("project_id","hour","chain_id","token_address")
);

-- CreateTable
CREATE TABLE "request_log" (
    "id" BIGSERIAL NOT NULL,
    "request_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "key_id" TEXT,
    "operation" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status_code" INTEGER NOT NULL,
    "error_code" TEXT,
    "duration_ms" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("project_id","id")
);

-- CreateIndex
CREATE INDEX "oauth_accounts_user_id_idx" ON "oauth_accounts"("user_id");

-- CreateIndex
CREATE INDEX "account_tokens_user_id_purpose_idx" ON "account_tokens"("user_id", "purpose");

-- CreateIndex
CREATE INDEX "account_tokens_expires_at_idx" ON "account_tokens"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_project_id_idx" ON "invitations"("project_id");

-- CreateIndex
CREATE INDEX "wallet_changes_project_id_idx" ON "wallet_changes"("project_id");

-- CreateIndex
CREATE INDEX "request_log_project_id_request_id_idx" ON "request_log"("project_id", "request_id");

-- CreateIndex
CREATE INDEX "request_log_created_at_idx" ON "request_log"("created_at");

-- CreateIndex
CREATE INDEX "audit_log_user_id_id_idx" ON "audit_log"("user_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "users_wallet_address_key" ON "users"("wallet_address");

-- CreateIndex
CREATE INDEX "transfers_tx_hash_idx" ON "transfers"("tx_hash");

-- CreateIndex
CREATE INDEX "refunds_project_id_status_created_at_id_idx" ON "refunds"("project_id", "status", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "oauth_accounts" ADD CONSTRAINT "oauth_accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "wallet_changes" ADD CONSTRAINT "wallet_changes_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "project_hours" ADD CONSTRAINT "project_hours_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Written for the demo before anybody could sign in.
UPDATE "users" SET "email" = lower("email") WHERE "email" <> lower("email");
ALTER TABLE "users" ADD CONSTRAINT "users_email_lower_case" CHECK ("email" = lower("email") AND length("email") <= 254);
ALTER TABLE "users" ADD CONSTRAINT "users_wallet_address" CHECK ("wallet_address" ~ '^0x[0-9a-f]{40}$');
ALTER TABLE "users" ADD CONSTRAINT "users_second_factor" CHECK ("totp_enabled_at" IS NULL OR "totp_secret" IS NOT NULL);
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_hash" CHECK ("hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_token_hash" CHECK ("token_hash" ~ '^[0-9a-f]{64}$');
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_email" CHECK ("email" = lower("email") AND length("email") <= 254);
ALTER TABLE "wallet_changes" ADD CONSTRAINT "wallet_changes_wallets" CHECK ("from_wallet" ~ '^0x[0-9a-f]{40}$' AND "to_wallet" ~ '^0x[0-9a-f]{40}$' AND "from_wallet" <> "to_wallet");
ALTER TABLE "wallet_changes" ADD CONSTRAINT "wallet_changes_one_end" CHECK ("applied_at" IS NULL OR "cancelled_at" IS NULL);
ALTER TABLE "project_hours" ADD CONSTRAINT "project_hours_counts" CHECK ("created_count" >= 0 AND "converted_count" BETWEEN 0 AND "created_count" AND "paid_count" >= 0 AND "paid_units" >= 0 AND "paid_ms_sum" >= 0);
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_one_price" CHECK (("amount_units" IS NULL) = ("fiat_amount" IS NOT NULL) AND ("fiat_amount" IS NULL) = ("fiat_currency" IS NULL));
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_slug" CHECK ("slug" ~ '^[a-z0-9][a-z0-9-]{2,63}$');

-- Of one project at most one wallet waits, and one invitation of a person is open.
CREATE UNIQUE INDEX "wallet_changes_open_key" ON "wallet_changes" ("project_id") WHERE "applied_at" IS NULL AND "cancelled_at" IS NULL;
CREATE UNIQUE INDEX "invitations_open_key" ON "invitations" ("project_id", "email") WHERE "accepted_at" IS NULL AND "revoked_at" IS NULL;
-- Charts count what was paid in an hour, and a link shows its checkouts.
CREATE INDEX "checkouts_paid_idx" ON "checkouts" ("project_id", "paid_at") WHERE "paid_at" IS NOT NULL;
CREATE INDEX "checkouts_payment_link_idx" ON "checkouts" ("payment_link_id") WHERE "payment_link_id" IS NOT NULL;
-- Stray and unswept funds of a project, of which there are few.
CREATE INDEX "deposit_holdings_held_idx" ON "deposit_holdings" ("project_id", "checkout_id") INCLUDE ("chain_id", "token_address", "amount_units") WHERE "amount_units" > 0;
CREATE INDEX "native_balances_held_idx" ON "native_balances" ("checkout_id") WHERE "amount_wei" > 0;
ALTER TABLE "request_log" SET UNLOGGED;
