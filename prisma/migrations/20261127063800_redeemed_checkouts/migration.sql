-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "redeemed_at" TIMESTAMPTZ(3);
