-- CreateTable
CREATE TABLE "service_marks" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "mode" TEXT NOT NULL,
    "marked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "service_marks_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "service_marks"
  ADD CONSTRAINT "service_marks_one_row" CHECK ("id" = 1),
  ADD CONSTRAINT "service_marks_mode" CHECK ("mode" IN ('production', 'demo', 'development', 'test'));

-- Production has never started with a local chain: such a database is a demo's. Others are marked at their next start.
INSERT INTO "service_marks" ("mode")
SELECT 'demo' WHERE EXISTS (SELECT FROM "chain_cursors" WHERE "chain_id" IN (31337, 31338));
