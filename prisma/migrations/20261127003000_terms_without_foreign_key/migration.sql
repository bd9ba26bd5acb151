-- In the order in which a create locks them.
LOCK TABLE "checkouts", "checkout_terms" IN ACCESS EXCLUSIVE MODE;

-- DropForeignKey
ALTER TABLE "checkout_terms" DROP CONSTRAINT "checkout_terms_checkout_id_fkey";
