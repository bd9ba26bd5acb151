-- CreateEnum
CREATE TYPE "signing_kind" AS ENUM ('EIP3009', 'EIP2612', 'PERMIT2');

-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "kind" "signing_kind" NOT NULL DEFAULT 'EIP3009',
ADD COLUMN     "permit_signature" TEXT;

-- Permit2 keeps one set of nonces for all tokens of a wallet.
CREATE UNIQUE INDEX "authorizations_permit2_nonce_key" ON "authorizations" ("chain_id", "from_address", "nonce") WHERE "kind" <> 'EIP3009';

ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_permit_signature_check" CHECK (("kind" = 'EIP2612') = ("permit_signature" IS NOT NULL));
