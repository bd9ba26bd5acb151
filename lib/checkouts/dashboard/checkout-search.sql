-- Parts of words: "order-1042" is found by "1042", too. Its separators are no part of a word, so that "%" and "$" can mark
-- other terms, and a word needs no quoting.
CREATE OR REPLACE FUNCTION "words_of"(said text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(regexp_split_to_array(lower(said), '[-\s,;:!?"''()<>\[\]{}/\\|&*~`=#%^$@._+]+'), '')
$$;

-- What a checkout is found by: its project, its price, and the words of item, reference and metadata in their order.
CREATE OR REPLACE FUNCTION "checkout_terms_of"(sold "checkouts") RETURNS tsvector LANGUAGE plpgsql STABLE AS $$
DECLARE
  said text := concat_ws(' ', sold.item_name, sold.reference_id);
  noted text := '''%' || sold.project_id || '''';
  word text;
  place int := 0;
BEGIN
  IF jsonb_typeof(sold.metadata) = 'object' THEN
    said := concat_ws(' ', said, (SELECT string_agg(entry.value, ' ') FROM jsonb_each_text(sold.metadata) AS entry));
  END IF;
  IF sold.fiat_amount ~ '^\d+(\.\d+)?$' THEN
    noted := noted || ' ''$' || trim_scale(sold.fiat_amount::numeric) || '''';
  END IF;
  FOREACH word IN ARRAY words_of(said) LOOP
    place := place + 1;
    noted := noted || ' ''' || left(word, 100) || ''':' || place;
  END LOOP;
  RETURN noted::tsvector;
END
$$;

-- Every word of a search is in the checkout: its parts side by side, and the last one may continue. Null without a word,
-- which matches nothing.
CREATE OR REPLACE FUNCTION "checkout_query"(project text, said text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('''%' || project || ''' & ' || string_agg(parts || ':*', ' & '))::tsquery
  FROM regexp_split_to_table(said, '[\s,;:!?"''()<>\[\]{}/\\|&*~`=#%^$]+') AS word
  CROSS JOIN LATERAL (
    SELECT string_agg('''' || left(part, 100) || '''', ' <-> ' ORDER BY place) AS parts
    FROM unnest(words_of(word)) WITH ORDINALITY AS part (part, place)
  ) AS side_by_side
$$;

CREATE OR REPLACE FUNCTION "note_checkout_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO checkout_terms (checkout_id, project_id, created_at, terms)
  VALUES (NEW.id, NEW.project_id, NEW.created_at, checkout_terms_of(NEW))
  ON CONFLICT (checkout_id) DO UPDATE SET terms = excluded.terms;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER "checkouts_note_terms" AFTER INSERT OR UPDATE OF "item_name", "reference_id", "metadata", "fiat_amount"
  ON "checkouts" FOR EACH ROW EXECUTE FUNCTION "note_checkout_terms"();
