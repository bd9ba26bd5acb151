-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "any_token_pays" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "quotes" ADD COLUMN     "offered" BOOLEAN NOT NULL DEFAULT false;
