-- AlterEnum
ALTER TYPE "incident_kind" ADD VALUE 'COIN_PRICE_OFF';
