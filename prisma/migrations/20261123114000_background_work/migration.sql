-- AlterTable
ALTER TABLE "work_leases" ADD COLUMN     "asked_at" TIMESTAMPTZ(3),
ADD COLUMN     "wakes" INTEGER NOT NULL DEFAULT 0;

-- AlterEnum
ALTER TYPE "incident_kind" ADD VALUE 'INNGEST_DOWN';

-- CreateTable
CREATE TABLE "releases" (
    "id" TEXT NOT NULL,
    "functions_hash" TEXT NOT NULL,
    "first_seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "mismatch" TEXT,

    CONSTRAINT "releases_pkey" PRIMARY KEY ("id")
);
