-- Rare actions and statuses are found by their own index; the audit log is listed in the order of times, which a filter by days needs.
CREATE INDEX "audit_log_project_id_created_at_id_idx" ON "audit_log"("project_id", "created_at", "id");
CREATE INDEX "audit_log_project_id_action_created_at_id_idx" ON "audit_log"("project_id", "action", "created_at", "id");
DROP INDEX "audit_log_project_id_id_idx";

CREATE INDEX "settlements_project_id_status_created_at_id_idx" ON "settlements"("project_id", "status", "created_at" DESC, "id" DESC);
