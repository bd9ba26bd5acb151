-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "x402_enabled" BOOLEAN NOT NULL DEFAULT true;
