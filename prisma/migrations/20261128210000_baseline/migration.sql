-- The tables as version 0.1.0 left them. Functions and triggers stand in lib/**/*.sql, beside the stores that rely on them, and
-- are put in place after the migrations.

CREATE TYPE account_token_purpose AS ENUM ('SETUP', 'PASSWORD_RESET', 'SECOND_FACTOR', 'WALLET_NONCE', 'PASSKEY_CHALLENGE');
CREATE TYPE api_key_kind AS ENUM ('SERVER', 'API');
CREATE TYPE api_key_use AS ENUM ('BROWSER', 'SERVER');
CREATE TYPE authorization_status AS ENUM ('PENDING', 'SENT', 'USED', 'FAILED');
CREATE TYPE checkout_status AS ENUM ('PENDING', 'DETECTED', 'PAID', 'SETTLED', 'EXPIRED', 'LATE_PAID', 'CANCELLED', 'REFUNDED');
CREATE TYPE confirmation_speed AS ENUM ('FAST', 'STANDARD', 'CAREFUL');
CREATE TYPE created_via AS ENUM ('SERVER_KEY', 'API_KEY', 'LINK', 'DASHBOARD');
CREATE TYPE delivery_status AS ENUM ('PENDING', 'DELIVERED', 'FAILED');
CREATE TYPE incident_kind AS ENUM ('PAYMENT_REVERTED', 'CHAIN_LOST', 'BALANCE_ABOVE_BOOKS', 'BALANCE_BELOW_BOOKS', 'NODES_DISAGREE', 'CHAIN_MISCONFIGURED', 'OUT_OF_GAS', 'DAILY_CAP_REACHED', 'TRANSACTION_STUCK', 'REFUND_REVERTED', 'NONCE_LEAP', 'TOKEN_PAUSED', 'ACCOUNT_BLACKLISTED', 'SWEEP_REFUSED', 'NODE_DOWN', 'INNGEST_DOWN', 'CHAIN_UNREACHABLE', 'COIN_PRICE_OFF', 'OVER_REFUNDED', 'SWEEP_REVERTED');
CREATE TYPE key_scope AS ENUM ('READ', 'CREATE', 'ALL');
CREATE TYPE late_payment_policy AS ENUM ('HOLD', 'ACCEPT', 'REFUND');
CREATE TYPE ledger_account AS ENUM ('CUSTOMER', 'DEPOSIT', 'MERCHANT');
CREATE TYPE ledger_kind AS ENUM ('RECEIVED', 'RECEIVED_REVERSED', 'SWEPT', 'SWEPT_REVERSED', 'REFUNDED', 'REFUNDED_REVERSED');
CREATE TYPE mail_status AS ENUM ('PENDING', 'SENT', 'FAILED');
CREATE TYPE outgoing_purpose AS ENUM ('SETTLEMENT', 'REFUND', 'RELAY', 'FILL');
CREATE TYPE outgoing_transaction_status AS ENUM ('SIGNED', 'CONFIRMED', 'REVERTED', 'REPLACED');
CREATE TYPE refund_mode AS ENUM ('STRICT', 'CONVENIENT');
CREATE TYPE refund_status AS ENUM ('AWAITING_APPROVAL', 'AWAITING_ADDRESS', 'AWAITING_SIGNATURE', 'PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELLED');
CREATE TYPE refund_type AS ENUM ('CANCELLATION', 'CUSTOMER_REQUEST', 'OVERPAYMENT', 'LATE_PAYMENT', 'DUPLICATE', 'OTHER');
CREATE TYPE role AS ENUM ('OWNER', 'ADMIN', 'DEVELOPER', 'VIEWER');
CREATE TYPE settlement_item_status AS ENUM ('PENDING', 'SWEPT', 'FAILED');
CREATE TYPE settlement_policy AS ENUM ('IMMEDIATE', 'BATCHED', 'MANUAL');
CREATE TYPE settlement_status AS ENUM ('PENDING', 'COMPLETED', 'FAILED');
CREATE TYPE signing_kind AS ENUM ('EIP3009', 'EIP2612', 'PERMIT2');
CREATE TYPE sweep_refusal AS ENUM ('PAUSED', 'BLACKLISTED', 'OTHER');

CREATE TABLE checkouts (
  id text NOT NULL,
  project_id text NOT NULL,
  status checkout_status DEFAULT 'PENDING'::checkout_status NOT NULL,
  created_via created_via NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  watch_until timestamptz(3) NOT NULL,
  chain_id integer,
  token_address text,
  amount_units numeric(78,0),
  fixed_chain_id integer,
  token_fixed boolean DEFAULT false NOT NULL,
  selection_count integer DEFAULT 0 NOT NULL,
  deposit_address text NOT NULL,
  merchant_address text NOT NULL,
  refund_authority text NOT NULL,
  open_sweep boolean NOT NULL,
  fiat_amount text,
  fiat_currency text,
  exchange_rate_used text,
  exchange_rate_at timestamptz(3),
  tolerance_bps integer DEFAULT 0 NOT NULL,
  item_name text,
  item_description text,
  reference_id text,
  metadata jsonb,
  success_url text,
  cancel_url text,
  total_paid_units numeric DEFAULT 0 NOT NULL,
  paid_units numeric DEFAULT 0 NOT NULL,
  refunded_units numeric DEFAULT 0 NOT NULL,
  refunding_units numeric DEFAULT 0 NOT NULL,
  payment_tx_hash text,
  cancelled_at timestamptz(3),
  paid_at timestamptz(3),
  late_accepted_at timestamptz(3),
  settlement_frozen boolean DEFAULT false NOT NULL,
  event_sequence integer DEFAULT 0 NOT NULL,
  confirmation_speed confirmation_speed DEFAULT 'STANDARD'::confirmation_speed NOT NULL,
  exchange_rate_provider text,
  payment_link_id text,
  excess_dismissed_at timestamptz(3),
  excess_requested_at timestamptz(3),
  excess_wallet text,
  replaced_by text,
  replaces text,
  requote_count integer DEFAULT 0 NOT NULL,
  accepted_units numeric,
  link_client text,
  redeemed_at timestamptz(3),
  taxes jsonb,
  CONSTRAINT checkouts_addresses_shape CHECK (deposit_address ~ '^0x[0-9a-f]{40}$' AND merchant_address ~ '^0x[0-9a-f]{40}$' AND refund_authority ~ '^0x[0-9a-f]{40}$' AND (token_address IS NULL OR token_address ~ '^0x[0-9a-f]{40}$')),
  CONSTRAINT checkouts_amount_range CHECK (amount_units IS NULL OR (amount_units > 0 AND amount_units <= 115792089237316195423570985008687907853269984665640564039457584007913129639935)),
  CONSTRAINT checkouts_excess_request CHECK (excess_requested_at IS NOT NULL OR excess_wallet IS NULL ),
  CONSTRAINT checkouts_excess_wallet CHECK (excess_wallet ~ '^0x[0-9a-f]{40}$'),
  CONSTRAINT checkouts_fiat_pair CHECK ((fiat_amount IS NULL) = (fiat_currency IS NULL)),
  CONSTRAINT checkouts_id_shape CHECK (id ~ '^chk_[0-9a-z]{26}$'),
  CONSTRAINT checkouts_paid_in_a_token CHECK (status NOT IN ('DETECTED', 'PAID', 'SETTLED', 'LATE_PAID') OR (token_address IS NOT NULL AND amount_units IS NOT NULL AND payment_tx_hash IS NOT NULL)),
  CONSTRAINT checkouts_priced CHECK (fiat_amount IS NOT NULL OR amount_units IS NOT NULL),
  CONSTRAINT checkouts_refunds_within_received CHECK (settlement_frozen OR refunded_units + refunding_units <= total_paid_units),
  CONSTRAINT checkouts_sums_whole CHECK (total_paid_units >= 0 AND total_paid_units < 'Infinity' AND total_paid_units = trunc(total_paid_units) AND paid_units >= 0 AND paid_units < 'Infinity' AND paid_units = trunc(paid_units) AND refunded_units >= 0 AND refunded_units < 'Infinity' AND refunded_units = trunc(refunded_units) AND refunding_units >= 0 AND refunding_units < 'Infinity' AND refunding_units = trunc(refunding_units) ),
  CONSTRAINT checkouts_token_on_chain CHECK (token_address IS NULL OR chain_id IS NOT NULL),
  CONSTRAINT checkouts_tolerance_range CHECK (tolerance_bps BETWEEN 0 AND 10000),
  CONSTRAINT checkouts_pkey PRIMARY KEY (id)
);
-- What an API key in a browser may list, among a million checkouts that it may not.
CREATE INDEX checkouts_by_api_key_idx ON checkouts (project_id, created_at DESC, id DESC) WHERE created_via = 'API_KEY';
CREATE UNIQUE INDEX checkouts_deposit_address_key ON checkouts(deposit_address);
CREATE INDEX checkouts_detected_idx ON checkouts (chain_id) WHERE status = 'DETECTED';
-- Open requests, for what needs attention.
CREATE INDEX checkouts_excess_requested_idx ON checkouts (project_id, created_at DESC, id DESC) WHERE excess_requested_at IS NOT NULL AND excess_dismissed_at IS NULL;
-- Overpayments without a decision, for the inbox.
CREATE INDEX checkouts_overpaid_idx ON checkouts (project_id, created_at DESC, id DESC) WHERE excess_dismissed_at IS NULL AND ((status IN ('PAID', 'SETTLED') OR status = 'LATE_PAID' AND late_accepted_at IS NOT NULL) OR status IN ('CANCELLED', 'REFUNDED')) AND paid_units - refunded_units - refunding_units - CASE WHEN status IN ('PAID', 'SETTLED') OR status = 'LATE_PAID' AND late_accepted_at IS NOT NULL THEN LEAST(amount_units, accepted_units) ELSE 0 END > 0;
-- Charts count what was paid in an hour, and a link shows its checkouts.
CREATE INDEX checkouts_paid_idx ON checkouts (project_id, paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX checkouts_payment_link_idx ON checkouts (payment_link_id) WHERE payment_link_id IS NOT NULL;
-- Hot paths: only rows that still have something coming are indexed.
CREATE INDEX checkouts_pending_expiry_idx ON checkouts (expires_at) WHERE status = 'PENDING';
CREATE INDEX checkouts_project_id_amount_units_idx ON checkouts(project_id, amount_units);
CREATE INDEX checkouts_project_id_created_at_id_idx ON checkouts(project_id, created_at DESC, id DESC);
CREATE INDEX checkouts_project_id_created_via_chain_id_token_address_idx ON checkouts(project_id, created_via, chain_id, token_address);
CREATE INDEX checkouts_project_id_reference_id_created_at_id_idx ON checkouts(project_id, reference_id, created_at DESC, id DESC);
CREATE INDEX checkouts_project_id_status_created_at_id_idx ON checkouts(project_id, status, created_at DESC, id DESC);
-- One successor for each checkout. Most replace none, and cost no entry.
CREATE UNIQUE INDEX checkouts_replaces_key ON checkouts (replaces) WHERE replaces IS NOT NULL;
-- Money that came too late or in part, for what needs attention.
CREATE INDEX checkouts_undecided_idx ON checkouts (project_id, created_at DESC, id DESC) WHERE status IN ('LATE_PAID', 'EXPIRED') AND late_accepted_at IS NULL AND paid_units > refunded_units + refunding_units;
-- Checkouts that received something else than their amount: few among many.
CREATE INDEX checkouts_uneven_idx ON checkouts (project_id, created_at DESC, id DESC) WHERE total_paid_units > 0 AND total_paid_units <> amount_units;
CREATE INDEX checkouts_watch_idx ON checkouts (watch_until) WHERE status NOT IN ('PENDING', 'DETECTED');

CREATE TABLE accepted_tokens (
  project_id text NOT NULL,
  chain_id integer NOT NULL,
  token_address text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT accepted_tokens_address_shape CHECK (token_address ~ '^0x[0-9a-f]{40}$'),
  CONSTRAINT accepted_tokens_pkey PRIMARY KEY (project_id, chain_id, token_address)
);

CREATE TABLE account_tokens (
  hash text NOT NULL,
  purpose account_token_purpose NOT NULL,
  user_id text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  mailed boolean DEFAULT false NOT NULL,
  CONSTRAINT account_tokens_hash CHECK (hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT account_tokens_pkey PRIMARY KEY (hash)
);
CREATE INDEX account_tokens_expires_at_idx ON account_tokens(expires_at);
CREATE INDEX account_tokens_user_id_purpose_idx ON account_tokens(user_id, purpose);

CREATE TABLE allowed_origins (
  project_id text NOT NULL,
  origin text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT allowed_origins_pkey PRIMARY KEY (project_id, origin)
);
CREATE INDEX allowed_origins_origin_idx ON allowed_origins(origin);

CREATE TABLE allowed_wallets (
  project_id text NOT NULL,
  address text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT allowed_wallets_address_shape CHECK (address ~ '^0x[0-9a-f]{40}$'),
  CONSTRAINT allowed_wallets_pkey PRIMARY KEY (project_id, address)
);

CREATE TABLE api_keys (
  id text NOT NULL,
  project_id text NOT NULL,
  kind api_key_kind NOT NULL,
  hash text NOT NULL,
  last_four text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_used_at timestamptz(3),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  replaced_by_id text,
  created_by_id text,
  scope key_scope DEFAULT 'ALL'::key_scope NOT NULL,
  CONSTRAINT api_keys_hash_shape CHECK (hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT api_keys_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX api_keys_hash_key ON api_keys(hash);
CREATE INDEX api_keys_project_id_idx ON api_keys(project_id);
CREATE UNIQUE INDEX api_keys_replaced_by_id_key ON api_keys(replaced_by_id);

CREATE TABLE audit_log (
  id BIGSERIAL NOT NULL,
  project_id text,
  user_id text,
  action text NOT NULL,
  target text,
  details jsonb,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  key_id text,
  CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);
CREATE INDEX audit_log_person_invitations_idx ON audit_log (user_id, created_at) WHERE action IN ('team.invited', 'team.invitation_renewed');
CREATE INDEX audit_log_project_id_action_created_at_id_idx ON audit_log(project_id, action, created_at, id);
-- Rare actions and statuses are found by their own index; the audit log is listed in the order of times, which a filter by days needs.
CREATE INDEX audit_log_project_id_created_at_id_idx ON audit_log(project_id, created_at, id);
-- How many invitations were sent in a day, by project and by person.
CREATE INDEX audit_log_project_invitations_idx ON audit_log (project_id, created_at) WHERE action IN ('team.invited', 'team.invitation_renewed');
CREATE INDEX audit_log_user_id_id_idx ON audit_log(user_id, id);

CREATE TABLE authorizations (
  id text NOT NULL,
  checkout_id text NOT NULL,
  chain_id integer NOT NULL,
  token_address text NOT NULL,
  from_address text NOT NULL,
  amount_units numeric(78,0) NOT NULL,
  valid_after timestamp(0) with time zone NOT NULL,
  valid_before timestamp(0) with time zone NOT NULL,
  nonce text NOT NULL,
  signature text NOT NULL,
  status authorization_status DEFAULT 'PENDING'::authorization_status NOT NULL,
  failure_reason text,
  outgoing_transaction_id text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  completed_at timestamptz(3),
  client_address text,
  client_networks text[] DEFAULT ARRAY[]::text[],
  kind signing_kind DEFAULT 'EIP3009'::signing_kind NOT NULL,
  permit_signature text,
  CONSTRAINT authorizations_amount_range CHECK (amount_units > 0 AND amount_units <= 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  CONSTRAINT authorizations_permit_signature_check CHECK ((kind = 'EIP2612') = (permit_signature IS NOT NULL)),
  CONSTRAINT authorizations_shapes CHECK (token_address ~ '^0x[0-9a-f]{40}$' AND from_address ~ '^0x[0-9a-f]{40}$' AND nonce ~ '^0x[0-9a-f]{64}$' AND signature ~ '^0x([0-9a-f]{2})+$' AND length(signature) BETWEEN 132 AND 4098 AND valid_after < valid_before),
  CONSTRAINT authorizations_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX authorizations_chain_id_token_address_from_address_nonce_key ON authorizations(chain_id, token_address, from_address, nonce);
CREATE INDEX authorizations_checkout_id_idx ON authorizations(checkout_id);
CREATE INDEX authorizations_client_address_created_at_idx ON authorizations(client_address, created_at);
CREATE INDEX authorizations_client_networks_idx ON authorizations USING GIN (client_networks);
CREATE INDEX authorizations_from_address_created_at_idx ON authorizations(from_address, created_at);
-- One authorization of a checkout is on its way at a time.
CREATE UNIQUE INDEX authorizations_open_key ON authorizations (checkout_id) WHERE status IN ('PENDING', 'SENT');
CREATE UNIQUE INDEX authorizations_outgoing_transaction_id_key ON authorizations(outgoing_transaction_id);
-- Permit2 keeps one set of nonces for all tokens of a wallet.
CREATE UNIQUE INDEX authorizations_permit2_nonce_key ON authorizations (chain_id, from_address, nonce) WHERE kind <> 'EIP3009';

CREATE TABLE balance_sweeps (
  chain_id integer NOT NULL,
  after_checkout_id text,
  started_at_block bigint NOT NULL,
  started_at timestamptz(3) NOT NULL,
  finished_from_block bigint,
  finished_at timestamptz(3),
  CONSTRAINT balance_sweeps_pkey PRIMARY KEY (chain_id)
);

CREATE TABLE block_headers (
  chain_id integer NOT NULL,
  number bigint NOT NULL,
  hash text NOT NULL,
  parent_hash text NOT NULL,
  "timestamp" timestamptz(3) NOT NULL,
  CONSTRAINT block_headers_pkey PRIMARY KEY (chain_id, number)
);

CREATE TABLE chain_cursors (
  chain_id integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  block_timestamp timestamptz(3) NOT NULL,
  safe_number bigint,
  finalized_number bigint,
  tags_advanced_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  advanced_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  checked_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  rechecked_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  rechecked_number bigint,
  CONSTRAINT chain_cursors_pkey PRIMARY KEY (chain_id)
);

CREATE TABLE chain_gaps (
  chain_id integer NOT NULL,
  from_block bigint NOT NULL,
  to_block bigint NOT NULL,
  read_through timestamptz(3) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT chain_gaps_range CHECK (from_block >= 0 AND from_block <= to_block),
  CONSTRAINT chain_gaps_pkey PRIMARY KEY (chain_id, to_block)
);

CREATE TABLE checkout_events (
  id BIGSERIAL NOT NULL,
  checkout_id text NOT NULL,
  kind text NOT NULL,
  details jsonb,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT checkout_events_pkey PRIMARY KEY (id)
);
CREATE INDEX checkout_events_checkout_id_id_idx ON checkout_events(checkout_id, id);

CREATE TABLE checkout_terms (
  checkout_id text NOT NULL,
  project_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  terms tsvector NOT NULL,
  CONSTRAINT checkout_terms_pkey PRIMARY KEY (checkout_id)
);
CREATE INDEX checkout_terms_terms_idx ON checkout_terms USING GIN (terms);

CREATE TABLE delivery_attempts (
  delivery_id text NOT NULL,
  number integer NOT NULL,
  started_at timestamptz(3) NOT NULL,
  duration_ms integer NOT NULL,
  status_code integer,
  error text,
  response_body text,
  CONSTRAINT delivery_attempts_pkey PRIMARY KEY (delivery_id, number)
);
CREATE INDEX delivery_attempts_started_at_idx ON delivery_attempts(started_at);

CREATE TABLE deposit_holdings (
  checkout_id text NOT NULL,
  chain_id integer NOT NULL,
  token_address text NOT NULL,
  project_id text NOT NULL,
  amount_units numeric NOT NULL,
  look_after timestamptz(3) DEFAULT '-infinity'::timestamptz NOT NULL,
  refused_account text,
  sweep_failures integer DEFAULT 0 NOT NULL,
  sweep_refusal sweep_refusal,
  sweep_retry_at timestamptz(3) DEFAULT '-infinity'::timestamptz NOT NULL,
  CONSTRAINT deposit_holdings_pkey PRIMARY KEY (checkout_id, chain_id, token_address)
);
-- Stray and unswept funds of a project, of which there are few.
CREATE INDEX deposit_holdings_held_idx ON deposit_holdings (project_id, checkout_id) INCLUDE (chain_id, token_address, amount_units) WHERE amount_units > 0;
CREATE INDEX deposit_holdings_refused_idx ON deposit_holdings (chain_id, token_address) WHERE sweep_refusal IS NOT NULL AND amount_units > 0;
-- Only what is still there is looked for, by chain and project.
CREATE INDEX deposit_holdings_to_settle_idx ON deposit_holdings (chain_id, project_id, look_after, checkout_id) WHERE amount_units > 0;

CREATE TABLE exchange_rates (
  token_symbol text NOT NULL,
  fiat_currency text NOT NULL,
  rate text NOT NULL,
  provider text NOT NULL,
  fetched_at timestamptz(3) NOT NULL,
  CONSTRAINT exchange_rates_rate_shape CHECK (rate ~ '^(0|[1-9][0-9]*)(\.[0-9]{1,18})?$'),
  CONSTRAINT exchange_rates_pkey PRIMARY KEY (token_symbol, fiat_currency)
);

CREATE TABLE idempotency_keys (
  project_id text NOT NULL,
  key text NOT NULL,
  fingerprint text NOT NULL,
  leased_until timestamptz(3),
  status_code integer,
  response_body text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT idempotency_keys_answer CHECK ((status_code IS NULL) = (response_body IS NULL) AND (status_code IS NULL) = (leased_until IS NOT NULL) ),
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (project_id, key)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys(created_at);

CREATE TABLE incidents (
  id text NOT NULL,
  kind incident_kind NOT NULL,
  subject text NOT NULL,
  chain_id integer,
  checkout_id text,
  details jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_seen_at timestamptz(3) NOT NULL,
  resolved_at timestamptz(3),
  CONSTRAINT incidents_pkey PRIMARY KEY (id)
);
CREATE INDEX incidents_checkout_id_idx ON incidents(checkout_id);
-- Of one kind and subject at most one is open.
CREATE UNIQUE INDEX incidents_open_key ON incidents (kind, subject) WHERE resolved_at IS NULL;

CREATE TABLE invitations (
  id text NOT NULL,
  project_id text NOT NULL,
  email text NOT NULL,
  role role NOT NULL,
  token_hash text NOT NULL,
  invited_by_id text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  accepted_at timestamptz(3),
  revoked_at timestamptz(3),
  mailed boolean DEFAULT false NOT NULL,
  CONSTRAINT invitations_email CHECK (email = lower(email) AND length(email) <= 254),
  CONSTRAINT invitations_token_hash CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT invitations_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX invitations_open_key ON invitations (project_id, email) WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX invitations_project_id_idx ON invitations(project_id);
CREATE UNIQUE INDEX invitations_token_hash_key ON invitations(token_hash);

CREATE TABLE job_runs (
  name text NOT NULL,
  started_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3) NOT NULL,
  CONSTRAINT job_runs_pkey PRIMARY KEY (name)
);

CREATE TABLE ledger_entries (
  id BIGSERIAL NOT NULL,
  kind ledger_kind NOT NULL,
  source_id text NOT NULL,
  checkout_id text NOT NULL,
  chain_id integer NOT NULL,
  token_address text NOT NULL,
  from_account ledger_account NOT NULL,
  to_account ledger_account NOT NULL,
  amount_units numeric(78,0) NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT ledger_entries_accounts_of_kind CHECK (CASE kind WHEN 'RECEIVED' THEN from_account = 'CUSTOMER' AND to_account = 'DEPOSIT' WHEN 'RECEIVED_REVERSED' THEN from_account = 'DEPOSIT' AND to_account = 'CUSTOMER' WHEN 'SWEPT' THEN from_account = 'DEPOSIT' AND to_account = 'MERCHANT' WHEN 'SWEPT_REVERSED' THEN from_account = 'MERCHANT' AND to_account = 'DEPOSIT' WHEN 'REFUNDED' THEN to_account = 'CUSTOMER' ELSE from_account = 'CUSTOMER' END),
  CONSTRAINT ledger_entries_amount_range CHECK (amount_units > 0 AND amount_units <= 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  CONSTRAINT ledger_entries_two_accounts CHECK (from_account <> to_account),
  CONSTRAINT ledger_entries_pkey PRIMARY KEY (id)
);
CREATE INDEX ledger_entries_checkout_id_idx ON ledger_entries(checkout_id);
CREATE UNIQUE INDEX ledger_entries_kind_source_id_key ON ledger_entries(kind, source_id);

CREATE TABLE mail_messages (
  id text NOT NULL,
  dedupe_key text NOT NULL,
  kind text NOT NULL,
  project_id text,
  recipient text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  status mail_status DEFAULT 'PENDING'::mail_status NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  leased_until timestamptz(3),
  fencing_token integer DEFAULT 0 NOT NULL,
  last_error text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  completed_at timestamptz(3),
  language text,
  CONSTRAINT mail_messages_pkey PRIMARY KEY (id)
);
CREATE INDEX mail_messages_created_at_idx ON mail_messages(created_at);
CREATE UNIQUE INDEX mail_messages_dedupe_key_key ON mail_messages(dedupe_key);
CREATE INDEX mail_messages_due_idx ON mail_messages (next_attempt_at) WHERE status = 'PENDING';
CREATE INDEX mail_messages_project_id_idx ON mail_messages(project_id);

CREATE TABLE memberships (
  user_id text NOT NULL,
  project_id text NOT NULL,
  role role NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT memberships_pkey PRIMARY KEY (user_id, project_id)
);
CREATE INDEX memberships_project_id_idx ON memberships(project_id);

CREATE TABLE native_balances (
  checkout_id text NOT NULL,
  chain_id integer NOT NULL,
  amount_wei numeric(78,0) NOT NULL,
  block_number bigint NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  CONSTRAINT native_balances_amount_range CHECK (amount_wei >= 0 AND amount_wei <= 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  CONSTRAINT native_balances_pkey PRIMARY KEY (checkout_id, chain_id)
);
CREATE INDEX native_balances_held_idx ON native_balances (checkout_id) WHERE amount_wei > 0;

CREATE TABLE oauth_accounts (
  provider text NOT NULL,
  subject text NOT NULL,
  user_id text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT oauth_accounts_pkey PRIMARY KEY (provider, subject)
);
CREATE INDEX oauth_accounts_user_id_idx ON oauth_accounts(user_id);

CREATE TABLE operator_nonces (
  chain_id integer NOT NULL,
  operator_address text NOT NULL,
  next_nonce bigint NOT NULL,
  CONSTRAINT operator_nonces_pkey PRIMARY KEY (chain_id, operator_address)
);

CREATE TABLE outbox_events (
  id text NOT NULL,
  project_id text NOT NULL,
  checkout_id text,
  kind text NOT NULL,
  sequence integer NOT NULL,
  body text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  endpoint_id text,
  request_id text,
  CONSTRAINT outbox_events_checkout_or_test CHECK ((checkout_id IS NULL) = (endpoint_id IS NOT NULL) AND (endpoint_id IS NULL) = (kind <> 'endpoint.test')),
  CONSTRAINT outbox_events_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX outbox_events_checkout_id_sequence_key ON outbox_events(checkout_id, sequence);
-- What letters tell of: looked for each minute.
CREATE INDEX outbox_events_late_paid_idx ON outbox_events (created_at) WHERE kind = 'checkout.late_paid';
-- What letters tell of: looked for each minute.
CREATE INDEX outbox_events_partially_paid_idx ON outbox_events (created_at) WHERE kind = 'checkout.partially_paid';
CREATE INDEX outbox_events_project_id_created_at_id_idx ON outbox_events(project_id, created_at DESC, id DESC);

CREATE TABLE outgoing_transactions (
  id text NOT NULL,
  chain_id integer NOT NULL,
  operator_address text NOT NULL,
  nonce bigint NOT NULL,
  to_address text NOT NULL,
  tx_hash text NOT NULL,
  gas_limit bigint NOT NULL,
  status outgoing_transaction_status DEFAULT 'SIGNED'::outgoing_transaction_status NOT NULL,
  block_number bigint,
  block_hash text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  completed_at timestamptz(3),
  cost_wei numeric(78,0),
  gas_used bigint,
  max_cost_wei numeric(78,0) NOT NULL,
  project_id text,
  purpose outgoing_purpose DEFAULT 'SETTLEMENT'::outgoing_purpose NOT NULL,
  CONSTRAINT outgoing_transactions_costs_range CHECK (max_cost_wei >= 0 AND max_cost_wei < 'Infinity' AND (cost_wei IS NULL OR (cost_wei >= 0 AND cost_wei < 'Infinity'))),
  CONSTRAINT outgoing_transactions_pkey PRIMARY KEY (id)
);
CREATE INDEX outgoing_transactions_chain_id_operator_address_created_at_idx ON outgoing_transactions(chain_id, operator_address, created_at);
CREATE INDEX outgoing_transactions_chain_id_operator_address_nonce_idx ON outgoing_transactions(chain_id, operator_address, nonce);
CREATE UNIQUE INDEX outgoing_transactions_chain_id_tx_hash_key ON outgoing_transactions(chain_id, tx_hash);
CREATE INDEX outgoing_transactions_completed_at_id_idx ON outgoing_transactions(completed_at, id);
CREATE UNIQUE INDEX outgoing_transactions_live_nonce_key ON outgoing_transactions (chain_id, operator_address, nonce) WHERE status <> 'REPLACED';
CREATE INDEX outgoing_transactions_open_idx ON outgoing_transactions (chain_id, nonce) WHERE status = 'SIGNED';
CREATE INDEX outgoing_transactions_project_id_created_at_idx ON outgoing_transactions(project_id, created_at);

CREATE TABLE owner_notices (
  audit_id bigint NOT NULL,
  user_id text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT owner_notices_pkey PRIMARY KEY (audit_id, user_id)
);
CREATE INDEX owner_notices_created_at_idx ON owner_notices(created_at);

CREATE TABLE passkeys (
  id text NOT NULL,
  user_id text NOT NULL,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[],
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_used_at timestamptz(3),
  CONSTRAINT passkeys_pkey PRIMARY KEY (id)
);
CREATE INDEX passkeys_user_id_idx ON passkeys(user_id);

CREATE TABLE payment_hints (
  checkout_id text NOT NULL,
  chain_id integer NOT NULL,
  tx_hash text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  submitted_by text,
  known_at timestamptz(3),
  CONSTRAINT payment_hints_pkey PRIMARY KEY (checkout_id, chain_id, tx_hash)
);
CREATE INDEX payment_hints_chain_id_created_at_idx ON payment_hints(chain_id, created_at);

CREATE TABLE payment_links (
  id text NOT NULL,
  project_id text NOT NULL,
  slug text NOT NULL,
  item_name text NOT NULL,
  fiat_amount text,
  fiat_currency text,
  amount_units numeric(78,0),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  disabled_at timestamptz(3),
  checkout_count integer DEFAULT 0 NOT NULL,
  item_description text,
  success_url text,
  closes_at timestamptz(3),
  single_payment boolean DEFAULT false NOT NULL,
  stock integer,
  max_fiat_amount text,
  CONSTRAINT payment_links_limit CHECK (max_fiat_amount IS NULL OR (fiat_amount IS NULL AND fiat_currency IS NOT NULL) ),
  CONSTRAINT payment_links_one_price CHECK ((amount_units IS NULL) = (fiat_currency IS NOT NULL) AND (fiat_amount IS NULL OR fiat_currency IS NOT NULL) AND (fiat_amount IS NOT NULL OR amount_units IS NOT NULL OR NOT single_payment)),
  CONSTRAINT payment_links_slug CHECK (slug ~ '^[a-z0-9][a-z0-9-]{2,63}$'),
  CONSTRAINT payment_links_stock_limit CHECK (stock IS NULL OR (stock BETWEEN 1 AND 100000 AND NOT single_payment)),
  CONSTRAINT payment_links_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_links_project_id_idx ON payment_links(project_id);
CREATE UNIQUE INDEX payment_links_slug_key ON payment_links(slug);

CREATE TABLE project_hours (
  project_id text NOT NULL,
  hour timestamptz(3) NOT NULL,
  chain_id integer NOT NULL,
  token_address text NOT NULL,
  created_count integer NOT NULL,
  converted_count integer NOT NULL,
  paid_count integer NOT NULL,
  paid_units numeric NOT NULL,
  paid_ms_sum bigint NOT NULL,
  CONSTRAINT project_hours_counts CHECK (created_count >= 0 AND converted_count BETWEEN 0 AND created_count AND paid_count >= 0 AND paid_units >= 0 AND paid_ms_sum >= 0),
  CONSTRAINT project_hours_pkey PRIMARY KEY (project_id, hour, chain_id, token_address)
);

CREATE TABLE project_logos (
  project_id text NOT NULL,
  digest text NOT NULL,
  media_type text NOT NULL,
  bytes bytea NOT NULL,
  uploaded_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT project_logos_digest CHECK (digest ~ '^[0-9a-f]{64}$'),
  CONSTRAINT project_logos_media_type CHECK (media_type IN ('image/png', 'image/jpeg', 'image/webp')),
  CONSTRAINT project_logos_size CHECK (octet_length(bytes) BETWEEN 1 AND 262144),
  CONSTRAINT project_logos_pkey PRIMARY KEY (project_id)
);
CREATE INDEX project_logos_digest_idx ON project_logos(digest);

CREATE TABLE projects (
  id text NOT NULL,
  name text NOT NULL,
  settlement_wallet text NOT NULL,
  refund_mode refund_mode DEFAULT 'STRICT'::refund_mode NOT NULL,
  settlement_policy settlement_policy DEFAULT 'BATCHED'::settlement_policy NOT NULL,
  tolerance_bps integer DEFAULT 0 NOT NULL,
  api_key_creates_checkouts boolean DEFAULT true NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  deleted_at timestamptz(3),
  minimum_units numeric(78,0) DEFAULT 0 NOT NULL,
  refund_daily_limit_units numeric(78,0) DEFAULT 500000000 NOT NULL,
  server_requests_per_minute integer,
  confirmation_speed confirmation_speed DEFAULT 'STANDARD'::confirmation_speed NOT NULL,
  late_payment_policy late_payment_policy DEFAULT 'HOLD'::late_payment_policy NOT NULL,
  mail_kinds text[] DEFAULT ARRAY['endpoint.disabled'::text, 'checkout.late_paid'::text],
  accent_color text,
  api_key_use api_key_use DEFAULT 'BROWSER'::api_key_use NOT NULL,
  settlement_hold_hours integer DEFAULT 0 NOT NULL,
  api_key_use_since timestamptz(3),
  receipt_details text,
  requote_expired boolean DEFAULT false NOT NULL,
  support_contact text,
  any_token_pays boolean DEFAULT true NOT NULL,
  x402_enabled boolean DEFAULT true NOT NULL,
  time_zone text,
  late_accept_bps integer,
  late_accept_since timestamptz(3),
  CONSTRAINT projects_accent_color CHECK (accent_color ~ '^#[0-9a-f]{6}$'),
  CONSTRAINT projects_late_accept CHECK ((late_accept_bps IS NULL OR late_accept_bps BETWEEN 0 AND 1000) AND (late_accept_bps IS NULL) = (late_accept_since IS NULL) ),
  CONSTRAINT projects_minimum_range CHECK (minimum_units >= 0 AND minimum_units <= 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  CONSTRAINT projects_refund_daily_limit_range CHECK (refund_daily_limit_units >= 0 AND refund_daily_limit_units <= 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  CONSTRAINT projects_server_rate_range CHECK (server_requests_per_minute > 0),
  CONSTRAINT projects_settlement_hold_hours_check CHECK (settlement_hold_hours BETWEEN 0 AND 720),
  CONSTRAINT projects_settlement_wallet_shape CHECK (settlement_wallet ~ '^0x[0-9a-f]{40}$'),
  CONSTRAINT projects_tolerance_range CHECK (tolerance_bps BETWEEN 0 AND 10000),
  CONSTRAINT projects_pkey PRIMARY KEY (id)
);

CREATE TABLE quotes (
  checkout_id text NOT NULL,
  ordinal integer NOT NULL,
  chain_id integer NOT NULL,
  token_address text NOT NULL,
  amount_units numeric(78,0) NOT NULL,
  exchange_rate text,
  exchange_rate_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  exchange_rate_provider text,
  selected_by text,
  counted boolean DEFAULT false NOT NULL,
  offered boolean DEFAULT false NOT NULL,
  CONSTRAINT quotes_amount_range CHECK (amount_units > 0 AND amount_units <= 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  CONSTRAINT quotes_pkey PRIMARY KEY (checkout_id, ordinal)
);

CREATE TABLE rate_fetches (
  id integer DEFAULT 1 NOT NULL,
  held_until timestamptz(3) NOT NULL,
  failed boolean NOT NULL,
  CONSTRAINT rate_fetches_one_row CHECK (id = 1),
  CONSTRAINT rate_fetches_pkey PRIMARY KEY (id)
);

CREATE UNLOGGED TABLE rate_limits (
  bucket text NOT NULL,
  counts integer[],
  slots bigint[],
  updated_at timestamptz(3) NOT NULL,
  window_ms integer DEFAULT 60000 NOT NULL,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (bucket)
)
WITH (fillfactor='50', toast_tuple_target='8160');

CREATE TABLE recovery_codes (
  user_id text NOT NULL,
  hash text NOT NULL,
  used_at timestamptz(3),
  CONSTRAINT recovery_codes_hash CHECK (hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT recovery_codes_pkey PRIMARY KEY (user_id, hash)
);

CREATE TABLE refund_payments (
  id text NOT NULL,
  refund_id text,
  checkout_id text NOT NULL,
  from_account ledger_account NOT NULL,
  to_address text NOT NULL,
  chain_id integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  block_timestamp timestamptz(3) NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  token_address text NOT NULL,
  amount_units numeric(78,0) NOT NULL,
  orphaned boolean DEFAULT false NOT NULL,
  final_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT refund_payments_amount_range CHECK (amount_units > 0 AND amount_units <= 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  CONSTRAINT refund_payments_from CHECK (from_account IN ('DEPOSIT', 'MERCHANT')),
  CONSTRAINT refund_payments_shapes CHECK (token_address ~ '^0x[0-9a-f]{40}$' AND to_address ~ '^0x[0-9a-f]{40}$' AND tx_hash ~ '^0x[0-9a-f]{64}$' AND block_hash ~ '^0x[0-9a-f]{64}$'),
  CONSTRAINT refund_payments_pkey PRIMARY KEY (id)
);
CREATE INDEX refund_payments_awaiting_finality_idx ON refund_payments (chain_id, block_number) WHERE final_at IS NULL AND NOT orphaned;
CREATE INDEX refund_payments_by_block_idx ON refund_payments (chain_id, block_number) WHERE NOT orphaned;
-- One canonical row for a log, and one canonical log for a refund.
CREATE UNIQUE INDEX refund_payments_canonical_key ON refund_payments (chain_id, tx_hash, log_index) WHERE NOT orphaned;
CREATE INDEX refund_payments_checkout_id_idx ON refund_payments(checkout_id);
CREATE INDEX refund_payments_refund_id_idx ON refund_payments(refund_id);
CREATE UNIQUE INDEX refund_payments_refund_key ON refund_payments (refund_id) WHERE NOT orphaned;

CREATE TABLE refunds (
  id text NOT NULL,
  checkout_id text NOT NULL,
  amount_units numeric(78,0) NOT NULL,
  chain_id integer NOT NULL,
  token_address text NOT NULL,
  reason text,
  refund_type refund_type DEFAULT 'CUSTOMER_REQUEST'::refund_type NOT NULL,
  status refund_status NOT NULL,
  destination_address text,
  tx_hash text,
  failure_code text,
  claim_token_hash text,
  claim_expires_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  completed_at timestamptz(3),
  project_id text NOT NULL,
  via_api boolean DEFAULT false NOT NULL,
  outgoing_transaction_id text,
  sign_expires_at timestamptz(3),
  sign_token_hash text,
  stray boolean DEFAULT false NOT NULL,
  handed_in_tx_hash text,
  submitted_tx_hash text,
  CONSTRAINT refunds_amount_range CHECK (amount_units > 0 AND amount_units <= 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  CONSTRAINT refunds_shapes CHECK (id ~ '^rfd_[0-9a-z]{26}$' AND token_address ~ '^0x[0-9a-f]{40}$' AND (destination_address IS NULL OR destination_address ~ '^0x[0-9a-f]{40}$') ),
  CONSTRAINT refunds_pkey PRIMARY KEY (id)
);
CREATE INDEX refunds_checkout_id_created_at_id_idx ON refunds(checkout_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX refunds_claim_token_hash_key ON refunds(claim_token_hash);
-- Searches for an address or a transaction look among refunds, too.
CREATE INDEX refunds_destination_address_idx ON refunds (destination_address) WHERE destination_address IS NOT NULL;
-- What still has somebody to wait for.
CREATE INDEX refunds_open_idx ON refunds (chain_id, created_at) WHERE status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED');
CREATE UNIQUE INDEX refunds_outgoing_transaction_id_key ON refunds(outgoing_transaction_id);
CREATE INDEX refunds_project_id_completed_at_idx ON refunds(project_id, completed_at);
CREATE INDEX refunds_project_id_created_at_idx ON refunds(project_id, created_at);
CREATE INDEX refunds_project_id_status_created_at_id_idx ON refunds(project_id, status, created_at DESC, id DESC);
CREATE UNIQUE INDEX refunds_sign_token_hash_key ON refunds(sign_token_hash);
CREATE INDEX refunds_tx_hash_idx ON refunds (tx_hash) WHERE tx_hash IS NOT NULL;

CREATE TABLE releases (
  id text NOT NULL,
  functions_hash text NOT NULL,
  first_seen_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  seen_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  mismatch text,
  CONSTRAINT releases_pkey PRIMARY KEY (id)
);

CREATE UNLOGGED TABLE request_log (
  id BIGSERIAL NOT NULL,
  request_id text NOT NULL,
  project_id text NOT NULL,
  key_id text,
  operation text NOT NULL,
  method text NOT NULL,
  path text NOT NULL,
  status_code integer NOT NULL,
  error_code text,
  duration_ms integer NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT request_log_pkey PRIMARY KEY (project_id, id)
);
CREATE INDEX request_log_created_at_idx ON request_log(created_at);
CREATE INDEX request_log_project_id_request_id_idx ON request_log(project_id, request_id);

CREATE TABLE saved_views (
  project_id text NOT NULL,
  name text NOT NULL,
  query text NOT NULL,
  list text DEFAULT 'checkouts'::text NOT NULL,
  CONSTRAINT saved_views_pkey PRIMARY KEY (project_id, name)
);

CREATE TABLE service_marks (
  id integer DEFAULT 1 NOT NULL,
  mode text NOT NULL,
  marked_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT service_marks_mode CHECK (mode IN ('production', 'demo', 'development', 'test')),
  CONSTRAINT service_marks_one_row CHECK (id = 1),
  CONSTRAINT service_marks_pkey PRIMARY KEY (id)
);

CREATE TABLE sessions (
  id text NOT NULL,
  user_id text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  last_seen_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  revoked_at timestamptz(3),
  authenticated_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  client_address text,
  method text DEFAULT 'password'::text NOT NULL,
  user_agent text,
  client_network text,
  CONSTRAINT sessions_pkey PRIMARY KEY (id)
);
CREATE INDEX sessions_user_id_idx ON sessions(user_id);

CREATE TABLE settlement_items (
  settlement_id text NOT NULL,
  checkout_id text NOT NULL,
  token_address text NOT NULL,
  status settlement_item_status DEFAULT 'PENDING'::settlement_item_status NOT NULL,
  failure_reason text,
  CONSTRAINT settlement_items_pkey PRIMARY KEY (settlement_id, checkout_id, token_address)
);
CREATE INDEX settlement_items_checkout_id_idx ON settlement_items(checkout_id);
-- A deposit is in one open settlement at most.
CREATE UNIQUE INDEX settlement_items_open_key ON settlement_items (checkout_id, token_address) WHERE status = 'PENDING';

CREATE TABLE settlement_rules (
  project_id text NOT NULL,
  chain_id integer NOT NULL,
  policy settlement_policy NOT NULL,
  CONSTRAINT settlement_rules_pkey PRIMARY KEY (project_id, chain_id)
);

CREATE TABLE settlement_wakes (
  chain_id integer NOT NULL,
  from_block bigint,
  due_times timestamptz(3)[] DEFAULT (ARRAY[]::timestamptz[])::timestamptz(3)[],
  CONSTRAINT settlement_wakes_pkey PRIMARY KEY (chain_id)
);

CREATE TABLE settlements (
  id text NOT NULL,
  project_id text NOT NULL,
  chain_id integer NOT NULL,
  status settlement_status DEFAULT 'PENDING'::settlement_status NOT NULL,
  outgoing_transaction_id text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  completed_at timestamptz(3),
  requested boolean DEFAULT false NOT NULL,
  CONSTRAINT settlements_pkey PRIMARY KEY (id)
);
CREATE INDEX settlements_open_idx ON settlements (chain_id) WHERE status = 'PENDING';
CREATE UNIQUE INDEX settlements_outgoing_transaction_id_key ON settlements(outgoing_transaction_id);
CREATE INDEX settlements_project_id_completed_at_idx ON settlements(project_id, completed_at);
CREATE INDEX settlements_project_id_created_at_id_idx ON settlements(project_id, created_at DESC, id DESC);
CREATE INDEX settlements_project_id_status_created_at_id_idx ON settlements(project_id, status, created_at DESC, id DESC);

CREATE TABLE stray_decisions (
  checkout_id text NOT NULL,
  chain_id integer NOT NULL,
  token_address text NOT NULL,
  tx_hash text NOT NULL,
  refund_id text,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT stray_decisions_pkey PRIMARY KEY (checkout_id, chain_id, token_address, tx_hash)
);
CREATE INDEX stray_decisions_refund_id_idx ON stray_decisions(refund_id);

CREATE TABLE sweeps (
  id text NOT NULL,
  checkout_id text NOT NULL,
  chain_id integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  block_timestamp timestamptz(3) NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  token_address text NOT NULL,
  amount_units numeric(78,0) NOT NULL,
  orphaned boolean DEFAULT false NOT NULL,
  final_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT sweeps_amount_range CHECK (amount_units > 0 AND amount_units <= 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  CONSTRAINT sweeps_shapes CHECK (token_address ~ '^0x[0-9a-f]{40}$' AND tx_hash ~ '^0x[0-9a-f]{64}$' AND block_hash ~ '^0x[0-9a-f]{64}$'),
  CONSTRAINT sweeps_pkey PRIMARY KEY (id)
);
CREATE INDEX sweeps_awaiting_finality_idx ON sweeps (chain_id, block_number) WHERE final_at IS NULL AND NOT orphaned;
CREATE INDEX sweeps_by_block_idx ON sweeps (chain_id, block_number) WHERE NOT orphaned;
CREATE UNIQUE INDEX sweeps_canonical_key ON sweeps (chain_id, tx_hash, log_index) WHERE NOT orphaned;
CREATE INDEX sweeps_checkout_id_idx ON sweeps(checkout_id);

CREATE TABLE transaction_attempts (
  transaction_id text NOT NULL,
  ordinal integer NOT NULL,
  chain_id integer NOT NULL,
  tx_hash text NOT NULL,
  raw_transaction text NOT NULL,
  max_fee_per_gas numeric(78,0) NOT NULL,
  max_priority_fee_per_gas numeric(78,0) NOT NULL,
  broadcast_count integer DEFAULT 0 NOT NULL,
  last_broadcast_at timestamptz(3),
  last_error text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT transaction_attempts_shapes CHECK (ordinal > 0 AND tx_hash ~ '^0x[0-9a-f]{64}$' AND raw_transaction ~ '^0x([0-9a-f]{2})+$'),
  CONSTRAINT transaction_attempts_pkey PRIMARY KEY (transaction_id, ordinal)
);
CREATE UNIQUE INDEX transaction_attempts_chain_id_tx_hash_key ON transaction_attempts(chain_id, tx_hash);

CREATE TABLE transfers (
  id text NOT NULL,
  checkout_id text NOT NULL,
  chain_id integer NOT NULL,
  block_number bigint NOT NULL,
  block_hash text NOT NULL,
  block_timestamp timestamptz(3) NOT NULL,
  tx_hash text NOT NULL,
  log_index integer NOT NULL,
  token_address text NOT NULL,
  from_address text NOT NULL,
  amount_units numeric(78,0) NOT NULL,
  orphaned boolean DEFAULT false NOT NULL,
  final_at timestamptz(3),
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  CONSTRAINT transfers_amount_range CHECK (amount_units > 0 AND amount_units <= 115792089237316195423570985008687907853269984665640564039457584007913129639935),
  CONSTRAINT transfers_shapes CHECK (token_address ~ '^0x[0-9a-f]{40}$' AND from_address ~ '^0x[0-9a-f]{40}$' AND tx_hash ~ '^0x[0-9a-f]{64}$' AND block_hash ~ '^0x[0-9a-f]{64}$'),
  CONSTRAINT transfers_pkey PRIMARY KEY (id)
);
CREATE INDEX transfers_awaiting_finality_idx ON transfers (chain_id, block_number) WHERE final_at IS NULL AND NOT orphaned;
CREATE INDEX transfers_by_block_idx ON transfers (chain_id, block_number) WHERE NOT orphaned;
-- One canonical row for a log. A reorg orphans it and makes room for its re-inclusion: at another place, in
-- another block, or in the very same block when the chain turns back to it.
CREATE UNIQUE INDEX transfers_canonical_key ON transfers (chain_id, tx_hash, log_index) WHERE NOT orphaned;
CREATE INDEX transfers_checkout_id_idx ON transfers(checkout_id);
CREATE INDEX transfers_from_address_idx ON transfers(from_address);
CREATE INDEX transfers_tx_hash_idx ON transfers(tx_hash);

CREATE TABLE users (
  id text NOT NULL,
  email text NOT NULL,
  password_hash text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  disabled_at timestamptz(3),
  name text,
  totp_enabled_at timestamptz(3),
  totp_last_step bigint,
  totp_secret text,
  wallet_address text,
  email_proven_at timestamptz(3),
  language text,
  CONSTRAINT users_email_lower_case CHECK (email = lower(email) AND length(email) <= 254),
  CONSTRAINT users_second_factor CHECK (totp_enabled_at IS NULL OR totp_secret IS NOT NULL),
  CONSTRAINT users_wallet_address CHECK (wallet_address ~ '^0x[0-9a-f]{40}$'),
  CONSTRAINT users_pkey PRIMARY KEY (id)
);
CREATE UNIQUE INDEX users_email_key ON users(email);
CREATE UNIQUE INDEX users_wallet_address_key ON users(wallet_address);

CREATE TABLE wallet_changes (
  id text NOT NULL,
  project_id text NOT NULL,
  from_wallet text NOT NULL,
  to_wallet text NOT NULL,
  requested_by_id text,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  effective_at timestamptz(3) NOT NULL,
  applied_at timestamptz(3),
  cancelled_at timestamptz(3),
  CONSTRAINT wallet_changes_one_end CHECK (applied_at IS NULL OR cancelled_at IS NULL),
  CONSTRAINT wallet_changes_wallets CHECK (from_wallet ~ '^0x[0-9a-f]{40}$' AND to_wallet ~ '^0x[0-9a-f]{40}$' AND from_wallet <> to_wallet),
  CONSTRAINT wallet_changes_pkey PRIMARY KEY (id)
);
-- Of one project at most one wallet waits, and one invitation of a person is open.
CREATE UNIQUE INDEX wallet_changes_open_key ON wallet_changes (project_id) WHERE applied_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX wallet_changes_project_id_idx ON wallet_changes(project_id);

CREATE TABLE wallet_codes (
  wallet_address text NOT NULL,
  chain_id integer NOT NULL,
  has_code boolean NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  CONSTRAINT wallet_codes_address_shape CHECK (wallet_address ~ '^0x[0-9a-f]{40}$'),
  CONSTRAINT wallet_codes_pkey PRIMARY KEY (wallet_address, chain_id)
);

CREATE TABLE webhook_deliveries (
  id text NOT NULL,
  event_id text NOT NULL,
  endpoint_id text NOT NULL,
  status delivery_status DEFAULT 'PENDING'::delivery_status NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz(3) NOT NULL,
  leased_until timestamptz(3),
  fencing_token integer DEFAULT 0 NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  completed_at timestamptz(3),
  schedule_start integer DEFAULT 0 NOT NULL,
  CONSTRAINT webhook_deliveries_schedule_start CHECK (schedule_start BETWEEN 0 AND attempt_count),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (next_attempt_at) WHERE completed_at IS NULL;
CREATE INDEX webhook_deliveries_endpoint_id_created_at_id_idx ON webhook_deliveries(endpoint_id, created_at DESC, id DESC);
CREATE UNIQUE INDEX webhook_deliveries_event_id_endpoint_id_key ON webhook_deliveries(event_id, endpoint_id);
-- What can be replayed.
CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (endpoint_id, created_at, id) WHERE status = 'FAILED';
-- What is in a worker's hands, by endpoint: counted under the claim's lock, however long the backlog is.
CREATE INDEX webhook_deliveries_leased_idx ON webhook_deliveries (endpoint_id) WHERE status = 'PENDING' AND leased_until IS NOT NULL;
-- One index for claims instead of three.
CREATE INDEX webhook_deliveries_waiting_idx ON webhook_deliveries (endpoint_id, (attempt_count = 0), next_attempt_at, id) WHERE status = 'PENDING';

CREATE TABLE webhook_endpoints (
  id text NOT NULL,
  project_id text NOT NULL,
  url text NOT NULL,
  kinds text[],
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  failing_since timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text,
  deleted_at timestamptz(3),
  description text,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_endpoints_disabled_idx ON webhook_endpoints (disabled_at) WHERE disabled_at IS NOT NULL;
CREATE INDEX webhook_endpoints_project_id_idx ON webhook_endpoints(project_id);

CREATE TABLE webhook_secrets (
  id BIGSERIAL NOT NULL,
  endpoint_id text NOT NULL,
  ciphertext text NOT NULL,
  created_at timestamptz(3) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at timestamptz(3),
  CONSTRAINT webhook_secrets_pkey PRIMARY KEY (id)
);
CREATE INDEX webhook_secrets_endpoint_id_idx ON webhook_secrets(endpoint_id);

CREATE TABLE work_leases (
  name text NOT NULL,
  holder text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  asked_at timestamptz(3),
  wakes integer DEFAULT 0 NOT NULL,
  CONSTRAINT work_leases_pkey PRIMARY KEY (name)
);

-- A project's customers choose other tokens than another's: without these, PostgreSQL would not know which are rare.
CREATE STATISTICS checkouts_facts (mcv) ON project_id, status, created_via, chain_id, token_address FROM checkouts;

ALTER TABLE accepted_tokens ADD CONSTRAINT accepted_tokens_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE account_tokens ADD CONSTRAINT account_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE allowed_origins ADD CONSTRAINT allowed_origins_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE allowed_wallets ADD CONSTRAINT allowed_wallets_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE api_keys ADD CONSTRAINT api_keys_replaced_by_id_fkey FOREIGN KEY (replaced_by_id) REFERENCES api_keys(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE authorizations ADD CONSTRAINT authorizations_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE authorizations ADD CONSTRAINT authorizations_outgoing_transaction_id_fkey FOREIGN KEY (outgoing_transaction_id) REFERENCES outgoing_transactions(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE checkout_events ADD CONSTRAINT checkout_events_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE checkouts ADD CONSTRAINT checkouts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE checkouts ADD CONSTRAINT checkouts_replaces_fkey FOREIGN KEY (replaces) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE delivery_attempts ADD CONSTRAINT delivery_attempts_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_deliveries(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE incidents ADD CONSTRAINT incidents_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE invitations ADD CONSTRAINT invitations_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE ledger_entries ADD CONSTRAINT ledger_entries_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE mail_messages ADD CONSTRAINT mail_messages_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE memberships ADD CONSTRAINT memberships_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE memberships ADD CONSTRAINT memberships_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE native_balances ADD CONSTRAINT native_balances_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE oauth_accounts ADD CONSTRAINT oauth_accounts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE outbox_events ADD CONSTRAINT outbox_events_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE outbox_events ADD CONSTRAINT outbox_events_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE outbox_events ADD CONSTRAINT outbox_events_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE outgoing_transactions ADD CONSTRAINT outgoing_transactions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE owner_notices ADD CONSTRAINT owner_notices_audit_id_fkey FOREIGN KEY (audit_id) REFERENCES audit_log(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE owner_notices ADD CONSTRAINT owner_notices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE passkeys ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE payment_hints ADD CONSTRAINT payment_hints_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE payment_links ADD CONSTRAINT payment_links_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE project_hours ADD CONSTRAINT project_hours_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE project_logos ADD CONSTRAINT project_logos_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE quotes ADD CONSTRAINT quotes_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE refund_payments ADD CONSTRAINT refund_payments_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE refund_payments ADD CONSTRAINT refund_payments_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE refunds ADD CONSTRAINT refunds_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE refunds ADD CONSTRAINT refunds_outgoing_transaction_id_fkey FOREIGN KEY (outgoing_transaction_id) REFERENCES outgoing_transactions(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE saved_views ADD CONSTRAINT saved_views_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE settlement_items ADD CONSTRAINT settlement_items_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE settlement_items ADD CONSTRAINT settlement_items_settlement_id_fkey FOREIGN KEY (settlement_id) REFERENCES settlements(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE settlement_rules ADD CONSTRAINT settlement_rules_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE settlements ADD CONSTRAINT settlements_outgoing_transaction_id_fkey FOREIGN KEY (outgoing_transaction_id) REFERENCES outgoing_transactions(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE settlements ADD CONSTRAINT settlements_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE stray_decisions ADD CONSTRAINT stray_decisions_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE stray_decisions ADD CONSTRAINT stray_decisions_refund_id_fkey FOREIGN KEY (refund_id) REFERENCES refunds(id) ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE sweeps ADD CONSTRAINT sweeps_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE transaction_attempts ADD CONSTRAINT transaction_attempts_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES outgoing_transactions(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE transfers ADD CONSTRAINT transfers_checkout_id_fkey FOREIGN KEY (checkout_id) REFERENCES checkouts(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE wallet_changes ADD CONSTRAINT wallet_changes_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE webhook_deliveries ADD CONSTRAINT webhook_deliveries_event_id_fkey FOREIGN KEY (event_id) REFERENCES outbox_events(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE webhook_endpoints ADD CONSTRAINT webhook_endpoints_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects(id) ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE webhook_secrets ADD CONSTRAINT webhook_secrets_endpoint_id_fkey FOREIGN KEY (endpoint_id) REFERENCES webhook_endpoints(id) ON UPDATE CASCADE ON DELETE RESTRICT;
