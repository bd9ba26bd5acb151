-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "api_key_use_since" TIMESTAMPTZ(3);
