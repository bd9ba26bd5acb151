-- A ULID (github.com/ulid/spec) in lower case. The clock is read once: read for each place, an id could get a time up to a
-- second too early.
CREATE OR REPLACE FUNCTION "new_ulid"() RETURNS text LANGUAGE sql VOLATILE AS $$
  WITH moment AS MATERIALIZED (SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS ms)
  SELECT string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', digit + 1, 1), '' ORDER BY place)
  FROM (
    SELECT place, ((moment.ms >> (5 * (9 - place))) & 31)::int AS digit
    FROM moment, generate_series(0, 9) AS place
    UNION ALL
    SELECT 10 + place, get_byte(bytes, place + CASE WHEN place < 6 THEN 0 ELSE 1 END) & 31
    FROM (SELECT uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) AS bytes) AS source,
      generate_series(0, 15) AS place
  ) AS digits
$$;
