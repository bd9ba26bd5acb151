-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "key_id" TEXT;
