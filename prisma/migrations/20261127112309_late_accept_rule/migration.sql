-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "late_accept_bps" INTEGER,
ADD COLUMN     "late_accept_since" TIMESTAMPTZ(3);

ALTER TABLE "projects" ADD CONSTRAINT "projects_late_accept" CHECK (
  ("late_accept_bps" IS NULL OR "late_accept_bps" BETWEEN 0 AND 1000)
  AND ("late_accept_bps" IS NULL) = ("late_accept_since" IS NULL)
);
