-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "client_address" TEXT;

-- CreateIndex
CREATE INDEX "authorizations_from_address_created_at_idx" ON "authorizations"("from_address", "created_at");

-- CreateIndex
CREATE INDEX "authorizations_client_address_created_at_idx" ON "authorizations"("client_address", "created_at");
