-- CreateIndex
CREATE INDEX "outgoing_transactions_completed_at_id_idx" ON "outgoing_transactions"("completed_at", "id");
