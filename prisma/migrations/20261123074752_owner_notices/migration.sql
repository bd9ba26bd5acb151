-- CreateTable
CREATE TABLE "owner_notices" (
    "audit_id" BIGINT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "owner_notices_pkey" PRIMARY KEY ("audit_id","user_id")
);

-- CreateIndex
CREATE INDEX "owner_notices_created_at_idx" ON "owner_notices"("created_at");

-- AddForeignKey
ALTER TABLE "owner_notices" ADD CONSTRAINT "owner_notices_audit_id_fkey" FOREIGN KEY ("audit_id") REFERENCES "audit_log"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "owner_notices" ADD CONSTRAINT "owner_notices_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
