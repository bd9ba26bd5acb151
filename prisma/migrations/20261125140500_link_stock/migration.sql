-- AlterTable
ALTER TABLE "payment_links" ADD COLUMN     "stock" INTEGER;

-- A fiat currency without an amount: the customer chooses it, which a link for one payment never offers.
ALTER TABLE "payment_links" DROP CONSTRAINT "payment_links_one_price";
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_one_price" CHECK (("amount_units" IS NULL) = ("fiat_currency" IS NOT NULL) AND ("fiat_amount" IS NULL OR "fiat_currency" IS NOT NULL) AND ("fiat_amount" IS NOT NULL OR "amount_units" IS NOT NULL OR NOT "single_payment"));
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_stock_limit" CHECK ("stock" IS NULL OR ("stock" BETWEEN 1 AND 100000 AND NOT "single_payment"));
