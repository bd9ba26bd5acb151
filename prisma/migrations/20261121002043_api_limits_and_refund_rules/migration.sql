-- DropIndex
DROP INDEX "checkouts_project_id_reference_id_idx";

-- DropIndex
DROP INDEX "rate_limits_bucket_admitted_at_idx";

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "replaced_by_id" TEXT;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "minimum_units" DECIMAL(78,0) NOT NULL DEFAULT 0,
ADD COLUMN     "refund_daily_limit_units" DECIMAL(78,0) NOT NULL DEFAULT 500000000,
ADD COLUMN     "server_requests_per_minute" INTEGER;

-- AlterTable
ALTER TABLE "rate_limits" DROP CONSTRAINT "rate_limits_pkey",
DROP COLUMN "admitted_at",
DROP COLUMN "id",
ADD COLUMN     "counts" INTEGER[],
ADD COLUMN     "slots" BIGINT[],
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL,
ADD CONSTRAINT "rate_limits_pkey" PRIMARY KEY ("bucket");

-- AlterTable
ALTER TABLE "refunds" ADD COLUMN     "project_id" TEXT NOT NULL,
ADD COLUMN     "via_api" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "allowed_wallets" (
    "project_id" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "allowed_wallets_pkey" PRIMARY KEY ("project_id","address")
);

-- CreateTable
CREATE TABLE "rate_fetches" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "held_until" TIMESTAMPTZ(3) NOT NULL,
    "failed" BOOLEAN NOT NULL,

    CONSTRAINT "rate_fetches_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "allowed_origins_origin_idx" ON "allowed_origins"("origin");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_replaced_by_id_key" ON "api_keys"("replaced_by_id");

-- CreateIndex
CREATE INDEX "checkouts_project_id_status_created_at_id_idx" ON "checkouts"("project_id", "status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "checkouts_project_id_reference_id_created_at_id_idx" ON "checkouts"("project_id", "reference_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "refunds_project_id_created_at_idx" ON "refunds"("project_id", "created_at");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_id_fkey" FOREIGN KEY ("replaced_by_id") REFERENCES "api_keys"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "allowed_wallets" ADD CONSTRAINT "allowed_wallets_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What Prisma's schema language cannot say ------------------------------------------------------------

-- Nobody waits for the disk to have a request counted, and a minute later the count is worth nothing.
ALTER TABLE "rate_limits" SET UNLOGGED;
-- Rows change with every request: room on the page keeps the new version beside the old one.
ALTER TABLE "rate_limits" SET (fillfactor = 50);
-- Of 3 KiB at most, they are not worth being compressed each time.
ALTER TABLE "rate_limits" SET (toast_tuple_target = 8160);

-- Judges requests in the order given, all at one moment, and counts those it admits: in every bucket that they
-- name, or in none when one is full. A sliding window: what was admitted counts for 60 s, so that no span of 60 s
-- holds more than the limit. A slot's time is the end of its millisecond, or, where the limit is above 240, of
-- its quarter of a second, which bounds a row's length; so nothing is ever forgotten early.
--
--   buckets       every bucket once
--   places        of each limit of each request: where in "buckets" its bucket stands
--   limits        and how many it admits
--   request_ends  of each request: where in the two above it ends
--   moment        for tests; otherwise this server's clock
--
-- Answers a row for each limit of each request: whether the request was admitted, how many more this limit would
-- admit, and the milliseconds until that grows.
CREATE FUNCTION "take_rate_limits"(
  "buckets" TEXT[], "places" INTEGER[], "limits" INTEGER[], "request_ends" INTEGER[], "moment" TIMESTAMPTZ
) RETURNS TABLE ("admitted" BOOLEAN, "remaining" INTEGER, "reset_ms" INTEGER)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  now_ms NUMERIC;
  fine_slot BIGINT;
  coarse_slot BIGINT;
  -- What was admitted in slots up to here counts no longer.
  over_until BIGINT;
  used INTEGER[];
  oldest BIGINT[];
  newest BIGINT[];
  added INTEGER[] := array_fill(0, ARRAY[cardinality(buckets)]);
  added_slots BIGINT[] := array_fill(0::BIGINT, ARRAY[cardinality(buckets)]);
  first_limit INTEGER := 1;
  last_limit INTEGER;
  place INTEGER;
  free_slot BIGINT;
BEGIN
  -- Makes and locks the rows, in one order everywhere, so that no two wait for each other.
  INSERT INTO rate_limits (bucket, slots, counts, updated_at)
  SELECT bucket, '{}', '{}', coalesce(moment, clock_timestamp()) FROM unnest(buckets) AS bucket ORDER BY bucket
  ON CONFLICT (bucket) DO UPDATE SET bucket = excluded.bucket WHERE false;

  -- After the locks: whoever held them counted earlier than this.
  moment := coalesce(moment, clock_timestamp());
  now_ms := extract(epoch FROM moment) * 1000;
  fine_slot := ceil(now_ms);
  coarse_slot := ceil(now_ms / 250) * 250;
  over_until := floor(now_ms) - 60000;

  -- Slots are later than now when the clock was set back. They move to now, which is not earlier than they were:
  -- else they would count for as long as it was set back.
  SELECT array_agg(held.used ORDER BY given.place), array_agg(held.oldest ORDER BY given.place),
    array_agg(held.newest ORDER BY given.place)
  INTO used, oldest, newest
  FROM unnest(buckets) WITH ORDINALITY AS given (bucket, place)
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(kept.count), 0)::INTEGER AS used, min(least(kept.slot, coarse_slot)) AS oldest,
      max(kept.slot) AS newest
    FROM rate_limits, unnest(slots, counts) AS kept (slot, count)
    WHERE rate_limits.bucket = given.bucket AND kept.slot > over_until
  ) AS held;

  FOREACH last_limit IN ARRAY request_ends LOOP
    admitted := true;
    FOR i IN first_limit..last_limit LOOP
      admitted := admitted AND used[places[i]] < limits[i];
    END LOOP;
    FOR i IN first_limit..last_limit LOOP
      place := places[i];
      IF admitted THEN
        used[place] := used[place] + 1;
        added[place] := added[place] + 1;
        added_slots[place] := CASE WHEN limits[i] <= 240 THEN fine_slot ELSE coarse_slot END;
        oldest[place] := coalesce(oldest[place], added_slots[place]);
      END IF;
      free_slot := oldest[place];
      IF used[place] > limits[i] THEN
        -- The limit was lowered: it takes more than the oldest to go.
        SELECT coalesce(min(least(passed.slot, coarse_slot)), added_slots[place]) INTO free_slot
        FROM (
          SELECT kept.slot, sum(kept.count) OVER (ORDER BY kept.slot) AS count
          FROM rate_limits, unnest(slots, counts) AS kept (slot, count)
          WHERE bucket = buckets[place] AND kept.slot > over_until
        ) AS passed
        WHERE used[place] - passed.count < limits[i];
      END IF;
      remaining := greatest(limits[i] - used[place], 0);
      -- Told from the end of this millisecond: the answer takes longer than that to arrive.
      reset_ms := coalesce(free_slot + 60000 - fine_slot, 0);
      RETURN NEXT;
    END LOOP;
    first_limit := last_limit + 1;
  END LOOP;

  FOR place IN 1..cardinality(buckets) LOOP
    -- What is refused leaves no trace.
    IF added[place] > 0 OR newest[place] > coarse_slot THEN
      UPDATE rate_limits SET updated_at = moment, (slots, counts) = (
        SELECT array_agg(merged.slot ORDER BY merged.slot), array_agg(merged.count ORDER BY merged.slot)
        FROM (
          SELECT least(each.slot, coarse_slot) AS slot, sum(each.count)::INTEGER AS count
          FROM (
            SELECT * FROM unnest(slots, counts) UNION ALL SELECT added_slots[place], added[place]
          ) AS each (slot, count)
          WHERE each.slot > over_until AND each.count > 0
          GROUP BY 1
        ) AS merged
      )
      WHERE bucket = buckets[place];
    END IF;
  END LOOP;
END $$;


ALTER TABLE "projects" ADD CONSTRAINT "projects_minimum_range" CHECK ("minimum_units" >= 0 AND "minimum_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "projects" ADD CONSTRAINT "projects_refund_daily_limit_range" CHECK ("refund_daily_limit_units" >= 0 AND "refund_daily_limit_units" <= 115792089237316195423570985008687907853269984665640564039457584007913129639935);
ALTER TABLE "projects" ADD CONSTRAINT "projects_server_rate_range" CHECK ("server_requests_per_minute" > 0);
ALTER TABLE "allowed_wallets" ADD CONSTRAINT "allowed_wallets_address_shape" CHECK ("address" ~ '^0x[0-9a-f]{40}$');
ALTER TABLE "rate_fetches" ADD CONSTRAINT "rate_fetches_one_row" CHECK ("id" = 1);
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_shapes" CHECK (
  "id" ~ '^rfd_[0-9a-z]{26}$' AND "token_address" ~ '^0x[0-9a-f]{40}$'
  AND ("destination_address" IS NULL OR "destination_address" ~ '^0x[0-9a-f]{40}$')
);
-- An answer is kept whole or not at all; while none is kept somebody works on it.
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_answer" CHECK (
  ("status_code" IS NULL) = ("response_body" IS NULL) AND ("status_code" IS NULL) = ("leased_until" IS NOT NULL)
);
