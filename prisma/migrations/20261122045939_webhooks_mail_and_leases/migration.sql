-- CreateEnum
CREATE TYPE "mail_status" AS ENUM ('PENDING', 'SENT', 'FAILED');

-- AlterTable
ALTER TABLE "outbox_events" ADD COLUMN     "endpoint_id" TEXT,
ALTER COLUMN "checkout_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "mail_kinds" TEXT[] DEFAULT ARRAY['endpoint.disabled', 'checkout.late_paid']::TEXT[];

-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "schedule_start" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "description" TEXT;

-- CreateTable
CREATE TABLE "work_leases" (
    "name" TEXT NOT NULL,
    "holder" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "work_leases_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "mail_messages" (
    "id" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "project_id" TEXT,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "status" "mail_status" NOT NULL DEFAULT 'PENDING',
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "leased_until" TIMESTAMPTZ(3),
    "fencing_token" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "job_runs" (
    "name" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "job_runs_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_messages_dedupe_key_key" ON "mail_messages"("dedupe_key");

-- CreateIndex
CREATE INDEX "mail_messages_project_id_idx" ON "mail_messages"("project_id");

-- CreateIndex
CREATE INDEX "mail_messages_created_at_idx" ON "mail_messages"("created_at");

-- CreateIndex
CREATE INDEX "delivery_attempts_started_at_idx" ON "delivery_attempts"("started_at");

-- AddForeignKey
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox_events" ADD CONSTRAINT "outbox_events_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- An event is of a checkout, or a test of an endpoint.
ALTER TABLE "outbox_events" ADD CONSTRAINT "outbox_events_checkout_or_test" CHECK (("checkout_id" IS NULL) = ("endpoint_id" IS NOT NULL) AND ("endpoint_id" IS NULL) = ("kind" <> 'endpoint.test'));
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_schedule_start" CHECK ("schedule_start" BETWEEN 0 AND "attempt_count");

-- What waits, by endpoint: one that has much to send is no longer way to another's first.
CREATE INDEX "webhook_deliveries_due_by_endpoint_idx" ON "webhook_deliveries" ("endpoint_id", "next_attempt_at") WHERE "status" = 'PENDING';
-- What can be replayed.
CREATE INDEX "webhook_deliveries_failed_idx" ON "webhook_deliveries" ("endpoint_id", "created_at", "id") WHERE "status" = 'FAILED';
CREATE INDEX "mail_messages_due_idx" ON "mail_messages" ("next_attempt_at") WHERE "status" = 'PENDING';
