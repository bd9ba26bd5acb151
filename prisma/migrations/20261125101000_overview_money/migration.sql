-- CreateIndex
CREATE INDEX "refunds_project_id_completed_at_idx" ON "refunds"("project_id", "completed_at");

-- CreateIndex
CREATE INDEX "settlements_project_id_completed_at_idx" ON "settlements"("project_id", "completed_at");
