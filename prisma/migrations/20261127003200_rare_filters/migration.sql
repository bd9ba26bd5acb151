-- A project's customers choose other tokens than another's: without these, PostgreSQL would not know which are rare.
CREATE STATISTICS "checkouts_facts" (mcv) ON "project_id", "created_via", "chain_id", "token_address", "status" FROM "checkouts";
ANALYZE "checkouts";

-- CreateIndex
CREATE INDEX "checkouts_project_id_created_via_chain_id_token_address_idx" ON "checkouts"("project_id", "created_via", "chain_id", "token_address");

-- Searches for an address or a transaction look among refunds, too.
CREATE INDEX "refunds_destination_address_idx" ON "refunds" ("destination_address") WHERE "destination_address" IS NOT NULL;
CREATE INDEX "refunds_tx_hash_idx" ON "refunds" ("tx_hash") WHERE "tx_hash" IS NOT NULL;
