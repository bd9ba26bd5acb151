-- Judges requests in the order given, all at one moment, and counts those it admits: in every bucket that they name, or
-- in none when one refuses. A sliding window: an admitted request counts for its bucket's window. A slot's time is the
-- end of its millisecond, or, where a limit is above 240 or shared, of a 240th of the window, which bounds a row's
-- length; so nothing is forgotten early.
--
--   buckets       every bucket once
--   windows       of each bucket, in milliseconds
--   places        of each limit of each request: the place of its bucket in "buckets"
--   mosts         and how many it admits
--   own_places    and, of a limit shared by several clients, the place of the requesting client's own bucket; else 0
--   frees         and how many of its own that client has although the limit is full
--   request_ends  of each request: where it ends in the four above
--   moment        for tests; otherwise this server's clock
--
-- Answers a row for each limit of each request: whether the request was admitted, how many more this limit would
-- admit, and the milliseconds until that grows.
CREATE OR REPLACE FUNCTION "take_limits"(
  "buckets" TEXT[], "windows" INTEGER[], "places" INTEGER[], "mosts" INTEGER[], "own_places" INTEGER[],
  "frees" INTEGER[], "request_ends" INTEGER[], "moment" TIMESTAMPTZ
) RETURNS TABLE ("admitted" BOOLEAN, "remaining" INTEGER, "reset_ms" INTEGER)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  now_ms NUMERIC;
  fine_slot BIGINT;
  coarse_slots BIGINT[];
  -- Requests admitted in slots up to here no longer count.
  over_until BIGINT[];
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
  -- Creates and locks the rows, everywhere in one order, so that no two wait for each other.
  INSERT INTO rate_limits (bucket, slots, counts, window_ms, updated_at)
  SELECT given.bucket, '{}', '{}', given.window_ms, coalesce(moment, clock_timestamp())
  FROM unnest(buckets, windows) AS given (bucket, window_ms) ORDER BY given.bucket
  ON CONFLICT (bucket) DO UPDATE SET bucket = excluded.bucket WHERE false;

  -- After the locks: their former holders counted earlier than this.
  moment := coalesce(moment, clock_timestamp());
  now_ms := extract(epoch FROM moment) * 1000;
  fine_slot := ceil(now_ms);

  -- Slots are later than now when the clock was set back. They move to now, which is not earlier than they were:
  -- else they would count for as long as it was set back.
  SELECT array_agg(timed.coarse_slot ORDER BY timed.place), array_agg(timed.over_until ORDER BY timed.place),
    array_agg(held.used ORDER BY timed.place), array_agg(held.oldest ORDER BY timed.place),
    array_agg(held.newest ORDER BY timed.place)
  INTO coarse_slots, over_until, used, oldest, newest
  FROM (
    SELECT given.bucket, given.place, floor(now_ms)::BIGINT - given.window_ms AS over_until,
      (ceil(now_ms / (given.window_ms / 240)) * (given.window_ms / 240))::BIGINT AS coarse_slot
    FROM unnest(buckets, windows) WITH ORDINALITY AS given (bucket, window_ms, place)
  ) AS timed
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(kept.count), 0)::INTEGER AS used, min(least(kept.slot, timed.coarse_slot)) AS oldest,
      max(kept.slot) AS newest
    FROM rate_limits, unnest(slots, counts) AS kept (slot, count)
    WHERE rate_limits.bucket = timed.bucket AND kept.slot > timed.over_until
  ) AS held;

  FOREACH last_limit IN ARRAY request_ends LOOP
    admitted := true;
    FOR i IN first_limit..last_limit LOOP
      admitted := admitted AND (
        used[places[i]] < mosts[i] OR (own_places[i] > 0 AND used[nullif(own_places[i], 0)] < frees[i])
      );
    END LOOP;
    IF admitted THEN
      FOR i IN first_limit..last_limit LOOP
        place := places[i];
        used[place] := used[place] + 1;
        added[place] := added[place] + 1;
        added_slots[place] :=
          CASE WHEN mosts[i] <= 240 AND own_places[i] = 0 THEN fine_slot ELSE coarse_slots[place] END;
        oldest[place] := coalesce(oldest[place], added_slots[place]);
      END LOOP;
    END IF;
    FOR i IN first_limit..last_limit LOOP
      place := places[i];
      free_slot := oldest[place];
      IF used[place] > mosts[i] THEN
        -- The limit was lowered, or is shared: it takes more than the oldest to go.
        SELECT coalesce(min(least(passed.slot, coarse_slots[place])), added_slots[place]) INTO free_slot
        FROM (
          SELECT kept.slot, sum(kept.count) OVER (ORDER BY kept.slot) AS count
          FROM rate_limits, unnest(slots, counts) AS kept (slot, count)
          WHERE bucket = buckets[place] AND kept.slot > over_until[place]
        ) AS passed
        WHERE used[place] - passed.count < mosts[i];
      END IF;
      remaining := greatest(
        mosts[i] - used[place],
        CASE WHEN own_places[i] > 0 THEN frees[i] - used[nullif(own_places[i], 0)] ELSE 0 END,
        0
      );
      -- From the end of this millisecond: the answer takes longer than that to arrive.
      reset_ms := coalesce(free_slot + windows[place] - fine_slot, 0);
      RETURN NEXT;
    END LOOP;
    first_limit := last_limit + 1;
  END LOOP;

  FOR place IN 1..cardinality(buckets) LOOP
    -- A refused request leaves no trace.
    IF added[place] > 0 OR newest[place] > coarse_slots[place] THEN
      UPDATE rate_limits SET updated_at = moment, window_ms = windows[place], (slots, counts) = (
        SELECT array_agg(merged.slot ORDER BY merged.slot), array_agg(merged.count ORDER BY merged.slot)
        FROM (
          SELECT least(each.slot, coarse_slots[place]) AS slot, sum(each.count)::INTEGER AS count
          FROM (
            SELECT * FROM unnest(slots, counts) UNION ALL SELECT added_slots[place], added[place]
          ) AS each (slot, count)
          WHERE each.slot > over_until[place] AND each.count > 0
          GROUP BY 1
        ) AS merged
      )
      WHERE bucket = buckets[place];
    END IF;
  END LOOP;
END $$;

-- Of releases before 0.1.0.
DROP FUNCTION IF EXISTS "take_rate_limits"(TEXT[], INTEGER[], INTEGER[], INTEGER[], TIMESTAMPTZ);
