-- CreateEnum
CREATE TYPE "sweep_refusal" AS ENUM ('PAUSED', 'BLACKLISTED', 'OTHER');

-- AlterEnum
ALTER TYPE "incident_kind" ADD VALUE 'TOKEN_PAUSED';
ALTER TYPE "incident_kind" ADD VALUE 'ACCOUNT_BLACKLISTED';
ALTER TYPE "incident_kind" ADD VALUE 'SWEEP_REFUSED';

-- AlterTable
ALTER TABLE "deposit_holdings" ADD COLUMN     "refused_account" TEXT,
ADD COLUMN     "sweep_failures" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "sweep_refusal" "sweep_refusal",
ADD COLUMN     "sweep_retry_at" TIMESTAMPTZ(3) NOT NULL DEFAULT '-infinity'::timestamp with time zone;

-- What Prisma's schema language cannot say ------------------------------------------------------------

CREATE INDEX "deposit_holdings_refused_idx" ON "deposit_holdings" ("chain_id", "token_address")
  WHERE "sweep_refusal" IS NOT NULL AND "amount_units" > 0;

-- As before, and an empty deposit forgets why its sweeps failed.
CREATE OR REPLACE FUNCTION "entries_change_holdings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deposit_holdings AS holding (checkout_id, chain_id, token_address, project_id, amount_units)
  SELECT moved.checkout_id, moved.chain_id, moved.token_address, checkout.project_id, moved.units
  FROM (
    SELECT entry.checkout_id, entry.chain_id, entry.token_address,
      sum(CASE entry.to_account WHEN 'DEPOSIT' THEN entry.amount_units ELSE -entry.amount_units END) AS units
    FROM added AS entry WHERE 'DEPOSIT' IN (entry.from_account, entry.to_account)
    GROUP BY entry.checkout_id, entry.chain_id, entry.token_address
  ) AS moved JOIN checkouts AS checkout ON checkout.id = moved.checkout_id
  ORDER BY moved.checkout_id, moved.chain_id, moved.token_address
  ON CONFLICT (checkout_id, chain_id, token_address) DO UPDATE SET
    amount_units = holding.amount_units + excluded.amount_units, look_after = '-infinity',
    sweep_failures = CASE WHEN holding.amount_units + excluded.amount_units > 0 THEN holding.sweep_failures ELSE 0 END,
    sweep_retry_at = CASE WHEN holding.amount_units + excluded.amount_units > 0 THEN holding.sweep_retry_at
      ELSE '-infinity' END,
    sweep_refusal = CASE WHEN holding.amount_units + excluded.amount_units > 0 THEN holding.sweep_refusal END,
    refused_account = CASE WHEN holding.amount_units + excluded.amount_units > 0 THEN holding.refused_account END;
  RETURN NULL;
END $$;
