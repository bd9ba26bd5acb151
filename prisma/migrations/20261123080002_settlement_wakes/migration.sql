-- CreateTable
CREATE TABLE "settlement_wakes" (
    "chain_id" INTEGER NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "from_block" BIGINT,

    CONSTRAINT "settlement_wakes_pkey" PRIMARY KEY ("chain_id")
);
