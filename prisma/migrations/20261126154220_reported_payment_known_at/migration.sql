-- AlterTable
ALTER TABLE "payment_hints" ADD COLUMN     "known_at" TIMESTAMPTZ(3);
