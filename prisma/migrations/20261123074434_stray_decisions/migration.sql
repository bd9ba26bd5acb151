-- AlterTable
ALTER TABLE "quotes" ADD COLUMN     "counted" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "stray" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "stray_decisions" (
    "checkout_id" TEXT NOT NULL,
    "chain_id" INTEGER NOT NULL,
    "token_address" TEXT NOT NULL,
    "tx_hash" TEXT NOT NULL,
    "refund_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stray_decisions_pkey" PRIMARY KEY ("checkout_id","chain_id","token_address","tx_hash")
);

-- CreateIndex
CREATE INDEX "stray_decisions_refund_id_idx" ON "stray_decisions"("refund_id");

-- AddForeignKey
ALTER TABLE "stray_decisions" ADD CONSTRAINT "stray_decisions_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stray_decisions" ADD CONSTRAINT "stray_decisions_refund_id_fkey" FOREIGN KEY ("refund_id") REFERENCES "refunds"("id") ON DELETE SET NULL ON UPDATE CASCADE;
