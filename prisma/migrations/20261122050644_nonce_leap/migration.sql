-- AlterEnum
ALTER TYPE "incident_kind" ADD VALUE 'NONCE_LEAP';
