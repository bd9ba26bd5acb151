-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "replaced_by" TEXT,
ADD COLUMN     "replaces" TEXT,
ADD COLUMN     "requote_count" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "payment_links" ADD COLUMN     "closes_at" TIMESTAMPTZ(3),
ADD COLUMN     "single_payment" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "receipt_details" TEXT,
ADD COLUMN     "requote_expired" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "support_contact" TEXT;

-- One successor for each checkout. Most replace none, and cost no entry.
CREATE UNIQUE INDEX "checkouts_replaces_key" ON "checkouts" ("replaces") WHERE "replaces" IS NOT NULL;

-- AddForeignKey
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_replaces_fkey" FOREIGN KEY ("replaces") REFERENCES "checkouts"("id") ON DELETE SET NULL ON UPDATE CASCADE;
