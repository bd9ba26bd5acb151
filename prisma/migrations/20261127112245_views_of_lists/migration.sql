-- AlterTable
ALTER TABLE "saved_views" ADD COLUMN     "list" TEXT NOT NULL DEFAULT 'checkouts';
