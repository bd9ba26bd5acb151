-- AlterEnum
ALTER TYPE "incident_kind" ADD VALUE 'NODE_DOWN';
