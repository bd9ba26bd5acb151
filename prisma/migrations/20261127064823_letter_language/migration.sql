-- AlterTable
ALTER TABLE "mail_messages" ADD COLUMN     "language" TEXT;
