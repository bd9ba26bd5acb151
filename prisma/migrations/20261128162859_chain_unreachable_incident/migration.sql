-- AlterEnum
ALTER TYPE "incident_kind" ADD VALUE 'CHAIN_UNREACHABLE';
