-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "settlement_hold_hours" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "projects" ADD CONSTRAINT "projects_settlement_hold_hours_check" CHECK ("settlement_hold_hours" BETWEEN 0 AND 720);
