-- CreateEnum
CREATE TYPE "api_key_use" AS ENUM ('BROWSER', 'SERVER');

-- AlterTable
ALTER TABLE "payment_hints" ADD COLUMN     "submitted_by" TEXT;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "api_key_use" "api_key_use" NOT NULL DEFAULT 'BROWSER';

-- AlterTable
ALTER TABLE "quotes" ADD COLUMN     "selected_by" TEXT;

-- What an API key in a browser may list, among a million checkouts that it may not.
CREATE INDEX "checkouts_by_api_key_idx" ON "checkouts" ("project_id", "created_at" DESC, "id" DESC) WHERE "created_via" = 'API_KEY';
