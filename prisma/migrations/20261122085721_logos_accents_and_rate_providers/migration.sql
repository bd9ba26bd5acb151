-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "exchange_rate_provider" TEXT;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "accent_color" TEXT;

-- AlterTable
ALTER TABLE "quotes" ADD COLUMN     "exchange_rate_provider" TEXT;

-- CreateTable
CREATE TABLE "project_logos" (
    "project_id" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "uploaded_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "project_logos_pkey" PRIMARY KEY ("project_id")
);

-- CreateIndex
CREATE INDEX "project_logos_digest_idx" ON "project_logos"("digest");

-- AddForeignKey
ALTER TABLE "project_logos" ADD CONSTRAINT "project_logos_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

ALTER TABLE "projects" ADD CONSTRAINT "projects_accent_color" CHECK ("accent_color" ~ '^#[0-9a-f]{6}$');
ALTER TABLE "project_logos" ADD CONSTRAINT "project_logos_digest" CHECK ("digest" ~ '^[0-9a-f]{64}$');
ALTER TABLE "project_logos" ADD CONSTRAINT "project_logos_media_type" CHECK ("media_type" IN ('image/png', 'image/jpeg', 'image/webp'));
ALTER TABLE "project_logos" ADD CONSTRAINT "project_logos_size" CHECK (octet_length("bytes") BETWEEN 1 AND 262144);
