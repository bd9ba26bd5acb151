-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "taxes" JSONB;
