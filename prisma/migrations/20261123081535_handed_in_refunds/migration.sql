-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "handed_in_tx_hash" TEXT;
