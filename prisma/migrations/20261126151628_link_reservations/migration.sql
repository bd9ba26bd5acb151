-- AlterTable
ALTER TABLE "checkouts" ADD COLUMN     "link_client" TEXT;
