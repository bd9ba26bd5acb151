-- AlterTable
ALTER TABLE "authorizations" ADD COLUMN     "client_networks" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateIndex
CREATE INDEX "authorizations_client_networks_idx" ON "authorizations" USING GIN ("client_networks");
