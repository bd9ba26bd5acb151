-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "accepted_units" DECIMAL;
