-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "time_zone" TEXT;
