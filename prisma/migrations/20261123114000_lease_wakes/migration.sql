-- AlterTable
ALTER TABLE "work_leases" ADD COLUMN     "asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "wakes" INTEGER NOT NULL DEFAULT 0;

-- AlterEnum
ALTER TYPE "incident_kind" ADD VALUE 'INNGEST_DOWN';
