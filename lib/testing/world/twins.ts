import { isAwkward } from "./awkward-logs";

type Column = string;
/** A row's twin: SQL of the columns in which it differs from the row that the test stores, `NEW`. */
type Twin = { table: string; of?: string; differs: Record<Column, string>; further?: string };

const otherChain = "NEW.chain_id + 1000000";
const hash = (what: string, salt: string) => `awkward_hash(NEW.${what} || '${salt}')`;
const twinProject = "awkward_id(NEW.project_id)";

/** Whether it is an id of the neighbour. */
export const isNeighbours = (id: string) => id.includes("_zz");

/**
 * The neighbour: another project that does what the test's own does, on the same chains, with the same wallets, order
 * ids, names, people and endpoints. It is never paid, and nothing that it has is due.
 */
const neighbour: Twin[] = [
  {
    table: "projects",
    differs: {
      id: "awkward_id(NEW.id)",
      settlement_policy: "'MANUAL'",
      mail_kinds: "'[]'::jsonb",
      deleted_at: "NULL",
    },
  },
  { table: "accepted_tokens", differs: { project_id: twinProject } },
  { table: "allowed_wallets", differs: { project_id: twinProject } },
  { table: "saved_views", differs: { project_id: twinProject, query: "'status=CANCELLED'" } },
  // Who may look here owns the neighbour.
  { table: "memberships", differs: { project_id: twinProject, role: "'OWNER'" } },
  {
    table: "api_keys",
    differs: {
      id: "awkward_id(NEW.id)",
      project_id: twinProject,
      hash: `substr(${hash("hash", "key")}, 3)`,
      replaced_by_id: "NULL",
    },
  },
  {
    table: "invitations",
    differs: {
      id: "awkward_id(NEW.id)",
      project_id: twinProject,
      token_hash: `substr(${hash("token_hash", "invitation")}, 3)`,
      mailed: "true",
      role: "'OWNER'",
    },
  },
  {
    table: "payment_links",
    differs: {
      id: "awkward_id(NEW.id)",
      project_id: twinProject,
      slug: `substr(${hash("slug", "link")}, 3, 40)`,
      disabled_at: "NULL",
    },
  },
  // Its endpoint at the same address failed until it was disabled.
  {
    table: "webhook_endpoints",
    differs: {
      id: "awkward_id(NEW.id)",
      project_id: twinProject,
      failing_since: "NEW.created_at",
      disabled_at: "NEW.created_at",
      disabled_reason: "'failing'",
    },
  },
  {
    table: "idempotency_keys",
    differs: {
      project_id: twinProject,
      fingerprint: "repeat('e', 64)",
    },
  },
  {
    table: "checkouts",
    differs: {
      id: "awkward_id(NEW.id)",
      project_id: twinProject,
      status: "'CANCELLED'",
      cancelled_at: "NEW.created_at",
      expires_at: "NEW.created_at",
      watch_until: "NEW.created_at",
      deposit_address: `left(${hash("deposit_address", "deposit")}, 42)`,
      payment_link_id: "awkward_id(NEW.payment_link_id)",
      event_sequence: "2",
      total_paid_units: "0",
      paid_units: "0",
      refunded_units: "0",
      refunding_units: "0",
      settlement_frozen: "false",
      requote_count: "0",
      ...Object.fromEntries(
        [
          "payment_tx_hash",
          "paid_at",
          "late_accepted_at",
          "accepted_units",
          "excess_requested_at",
          "excess_wallet",
        ]
          .concat(["excess_dismissed_at", "redeemed_at", "replaces", "replaced_by"])
          .map((column) => [column, "NULL"]),
      ),
    },
    further: `INSERT INTO checkout_terms (checkout_id, project_id, created_at, terms)
      VALUES (twin.id, twin.project_id, twin.created_at, checkout_terms_of(twin)) ON CONFLICT DO NOTHING;
      INSERT INTO checkout_events (checkout_id, kind, details, created_at) VALUES
        (twin.id, 'checkout.created', NULL, twin.created_at),
        (twin.id, 'checkout.cancelled', '{"from": "PENDING", "to": "CANCELLED"}', twin.created_at);
      INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at)
      SELECT 'evt_zz' || left(md5(twin.id || kind), 24), twin.project_id, twin.id, kind, sequence, '{}', twin.created_at
      FROM unnest('{checkout.created,checkout.cancelled}'::text[]) WITH ORDINALITY AS told (kind, sequence);`,
  },
  {
    table: "quotes",
    differs: { checkout_id: "awkward_id(NEW.checkout_id)" },
  },
  {
    table: "refunds",
    differs: {
      id: "awkward_id(NEW.id)",
      project_id: twinProject,
      checkout_id: "awkward_id(NEW.checkout_id)",
      status: "'CANCELLED'",
      completed_at: "NEW.created_at",
      ...Object.fromEntries(
        ["tx_hash", "handed_in_tx_hash", "submitted_tx_hash", "claim_token_hash", "sign_token_hash"]
          .concat("outgoing_transaction_id")
          .map((column) => [column, "NULL"]),
      ),
    },
  },
  {
    table: "settlements",
    differs: {
      id: "awkward_id(NEW.id)",
      project_id: twinProject,
      status: "'COMPLETED'",
      completed_at: "NEW.created_at",
      outgoing_transaction_id: "NULL",
    },
  },
  {
    table: "audit_log",
    of: "NEW.project_id IS NOT NULL",
    differs: {
      id: "nextval('audit_log_id_seq')",
      project_id: twinProject,
      target: "awkward_id(NEW.target)",
      user_id: "NULL",
    },
  },
];

/** Another chain has the same addresses, and what is known of it is different. */
const secondChain: Twin[] = [
  {
    table: "chain_cursors",
    differs: {
      chain_id: otherChain,
      block_number: "NEW.block_number + 1000000",
      block_hash: hash("block_hash", "chain"),
      finalized_number: "NEW.block_number + 999999",
    },
  },
  {
    table: "block_headers",
    differs: { chain_id: otherChain, hash: hash("hash", "chain"), parent_hash: hash("parent_hash", "chain") },
  },
  { table: "wallet_codes", differs: { chain_id: otherChain, has_code: "false" } },
  { table: "accepted_tokens", differs: { project_id: twinProject, chain_id: otherChain } },
  { table: "operator_nonces", differs: { chain_id: otherChain, next_nonce: "NEW.next_nonce + 1000" } },
  {
    table: "outgoing_transactions",
    differs: {
      id: "awkward_id(NEW.id)",
      chain_id: otherChain,
      project_id: twinProject,
      nonce: "NEW.nonce + 500",
      status: "'CONFIRMED'",
      completed_at: "NEW.created_at",
      cost_wei: "NEW.max_cost_wei",
    },
  },
];

function trigger({ table, of = "true", differs, further = "" }: Twin, index: number): string {
  const name = `awkward_${table}_${index}`;
  const columns = Object.entries(differs).map(([column, sql]) => `'${column}', ${sql}`);
  return `
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET session_replication_role = replica AS $$
    DECLARE
      twin ${table} := jsonb_populate_record(NEW, jsonb_build_object(${columns.join(", ")}));
    BEGIN
      INSERT INTO ${table} SELECT twin.* ON CONFLICT DO NOTHING;
      ${further}
      RETURN NULL;
    END $$;
    CREATE TRIGGER ${name} AFTER INSERT ON ${table} FOR EACH ROW WHEN ((${of}) AND (${isAwkward})) EXECUTE FUNCTION ${name}();`;
}

export const twins = `
  CREATE FUNCTION awkward_id(text) RETURNS text LANGUAGE sql AS $$ SELECT split_part($1, '_', 1) || '_zz' || left(md5($1), 24) $$;
  ${neighbour.map(trigger).join("\n")}
  ${secondChain.map((twin, index) => trigger(twin, 100 + index)).join("\n")}`;
