-- AlterTable
ALTER TABLE "payment_links" ADD COLUMN     "max_fiat_amount" TEXT;

ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_limit" CHECK (
  "max_fiat_amount" IS NULL OR ("fiat_amount" IS NULL AND "fiat_currency" IS NOT NULL)
);
