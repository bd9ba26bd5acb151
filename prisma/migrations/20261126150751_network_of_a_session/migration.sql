-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "client_network" TEXT;
