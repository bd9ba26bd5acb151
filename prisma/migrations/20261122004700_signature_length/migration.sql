-- Postgres counts repetitions in a pattern up to 255: with a higher bound the check itself failed, and with it every
-- row. The length is told by itself.
ALTER TABLE "authorizations" DROP CONSTRAINT "authorizations_shapes";
ALTER TABLE "authorizations" ADD CONSTRAINT "authorizations_shapes" CHECK ("token_address" ~ '^0x[0-9a-f]{40}$' AND "from_address" ~ '^0x[0-9a-f]{40}$' AND "nonce" ~ '^0x[0-9a-f]{64}$' AND "signature" ~ '^0x([0-9a-f]{2})+$' AND length("signature") BETWEEN 132 AND 4098 AND "valid_after" < "valid_before");
