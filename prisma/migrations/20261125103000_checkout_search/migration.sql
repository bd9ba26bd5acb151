-- CreateTable
CREATE TABLE "checkout_terms" (
    "checkout_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "terms" tsvector NOT NULL,

    CONSTRAINT "checkout_terms_pkey" PRIMARY KEY ("checkout_id")
);

-- CreateIndex
CREATE INDEX "checkout_terms_terms_idx" ON "checkout_terms" USING GIN ("terms");

-- CreateIndex
CREATE INDEX "checkouts_project_id_amount_units_idx" ON "checkouts"("project_id", "amount_units");

-- CreateIndex
CREATE INDEX "transfers_from_address_idx" ON "transfers"("from_address");

-- AddForeignKey
ALTER TABLE "checkout_terms" ADD CONSTRAINT "checkout_terms_checkout_id_fkey" FOREIGN KEY ("checkout_id") REFERENCES "checkouts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Checkouts that received something else than their amount: few among many.
CREATE INDEX "checkouts_uneven_idx" ON "checkouts" ("project_id", "created_at" DESC, "id" DESC)
  WHERE "total_paid_units" > 0 AND "total_paid_units" <> "amount_units";

-- Lower-case words. Its separators are no part of a word, so that "%" and "$" can mark what is no word, and a word
-- needs no quoting in a query.
CREATE FUNCTION "words_of"(said text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(left(word, 100)), '{}')
  FROM regexp_split_to_table(lower(said), '[\s,;:!?"''()<>\[\]{}/\\|&*~`=#%^$]+') AS word WHERE word <> ''
$$;

-- What a checkout is found by: its project, the words of item, reference and metadata, and its price.
CREATE FUNCTION "checkout_terms_of"(sold "checkouts") RETURNS tsvector LANGUAGE sql STABLE AS $$
  SELECT array_to_tsvector(
    ARRAY['%' || sold.project_id]
    || words_of(concat_ws(' ', sold.item_name, sold.reference_id, (
      SELECT string_agg(entry.value, ' ')
      FROM jsonb_each_text(CASE jsonb_typeof(sold.metadata) WHEN 'object' THEN sold.metadata ELSE '{}' END) AS entry
    )))
    || CASE WHEN sold.fiat_amount ~ '^\d+(\.\d+)?$' THEN ARRAY['$' || trim_scale(sold.fiat_amount::numeric)::text]
      ELSE '{}'::text[] END)
$$;

-- Every word of a search begins a word of the checkout. Null without a word, which matches nothing.
CREATE FUNCTION "checkout_query"(project text, said text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ('''%' || project || ''' & ' || string_agg('''' || word || ''':*', ' & '))::tsquery
  FROM unnest(words_of(said)) AS word
$$;

CREATE FUNCTION "note_checkout_terms"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO checkout_terms (checkout_id, project_id, terms) VALUES (NEW.id, NEW.project_id, checkout_terms_of(NEW))
  ON CONFLICT (checkout_id) DO UPDATE SET terms = excluded.terms;
  RETURN NULL;
END
$$;

-- Before the rows that are there already, so that none is missed.
CREATE TRIGGER "checkouts_note_terms" AFTER INSERT OR UPDATE OF "item_name", "reference_id", "metadata", "fiat_amount"
  ON "checkouts" FOR EACH ROW EXECUTE FUNCTION "note_checkout_terms"();

INSERT INTO checkout_terms (checkout_id, project_id, terms)
SELECT checkout.id, checkout.project_id, checkout_terms_of(checkout) FROM checkouts AS checkout
ON CONFLICT (checkout_id) DO NOTHING;
