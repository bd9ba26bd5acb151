-- CreateEnum
CREATE TYPE "key_scope" AS ENUM ('READ', 'CREATE', 'ALL');

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "scope" "key_scope" NOT NULL DEFAULT 'ALL';
