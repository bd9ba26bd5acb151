-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "submitted_tx_hash" TEXT;
