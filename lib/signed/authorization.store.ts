import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { mayStillPay } from "@/lib/checkouts/checkout-row.store";
import { lockCheckouts } from "@/lib/checkouts/state/checkout-facts.store";
import {
  type Connections,
  countOf,
  type PruneBatch,
  type Queryable,
  read,
  run,
  type Statement,
  transact,
} from "@/lib/platform/database";
import { noteDue } from "@/lib/platform/due-work";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { lockProject } from "@/lib/projects/project-lock.store";
import type { AuthorizationFacts, RelayUse } from "@/lib/signed/authorization.rules";
import { readRelayUse } from "@/lib/signed/authorization-outcome.store";
import type { Authorization } from "./authorization.rules";
import { readAuthorizationFacts } from "./authorization-outcome.store";

/** A locked checkout, with its authorizations and the use of its project's limits. */
export type CheckoutForAuthorization = {
  checkout: Checkout;
  /** Another authorization is being processed, or may be submitted by anyone who holds it. */
  inFlight: boolean;
  /** Of the project since the given time. */
  use: RelayUse;
  /** Of this signer, in all projects since then. */
  ofWallet: RelayRisk;
  /** The same of each network of the client, with how many were for this checkout. */
  ofNetworks: readonly (RelayRisk & { tries: number })[];
};

/** Authorizations that reverted, open ones that may still revert, and those of small amounts that took gas. */
export type RelayRisk = { reverted: number; open: number; small: number };

export type AuthorizationTransaction = {
  /**
   * Locks project, checkout, signer and client, so that concurrent requests cannot exceed a limit together. Null for an
   * unknown checkout.
   */
  lock(terms: {
    projectId: string;
    checkoutId: string;
    from: Hex;
    /** Of the client, narrowest first. */
    networks: readonly string[];
    gasSince: Date;
    /** Lower amounts of a token are small. */
    smallBelow: readonly (TokenRef & { units: bigint })[];
  }): Promise<CheckoutForAuthorization | null>;
  /** False when the signer's nonce was already used for this token, or with Permit2 for any. */
  insert(authorization: Authorization, networks: readonly string[]): Promise<boolean>;
};

/** Customers' signed payments. */
export type AuthorizationStore = {
  transaction<T>(work: (tx: AuthorizationTransaction) => Promise<T>): Promise<T>;
  /** The one with this nonce, of any checkout. */
  find(token: TokenRef, from: Hex, nonce: Hex): Promise<Authorization | null>;
  /** What is stored about the one with this nonce and its payment. */
  facts(token: TokenRef, from: Hex, nonce: Hex): Promise<AuthorizationFacts | null>;
  /**
   * The chain's authorizations without a signed transaction: the oldest of each project first, then the second oldest.
   */
  pending(chainId: number, limit: number): Promise<Authorization[]>;
  /** Gas of the project's signed payments since that time. */
  relayUse(projectId: string, since: Date): Promise<RelayUse>;
  /** Fails a PENDING authorization; false when it is no longer PENDING. */
  fail(id: string, reason: string, at: Date): Promise<boolean>;
};

/** Signed authorizations in Postgres. */
export function createAuthorizationStore({ pool, prisma }: Connections): AuthorizationStore {
  return {
    transaction: (work) => transact(pool, (connection) => work(authorizationTransaction(connection))),
    find: async ({ chainId, tokenAddress }, from, nonce) => {
      const values = [chainId, tokenAddress, from, nonce];
      const [row] = await read<AuthorizationRow>(pool, selectByNonce, values);
      return row === undefined ? null : toAuthorization(row);
    },
    facts: (...by) => readAuthorizationFacts(pool, ...by),
    pending: async (chainId, limit) =>
      (await read<AuthorizationRow>(pool, selectPending, [chainId, limit])).map(toAuthorization),
    relayUse: (...of) => readRelayUse(pool, ...of),
    fail: async (id, failureReason, completedAt) => {
      const failed = { status: "FAILED" as const, failureReason, completedAt };
      return (
        (await prisma.authorization.updateMany({ where: { id, status: "PENDING" }, data: failed })).count > 0
      );
    },
  };
}

function authorizationTransaction(connection: Queryable): AuthorizationTransaction {
  return {
    lock: (terms) => lockCheckout(connection, terms),
    insert: async (authorization, networks) => {
      const values = [...toValues(authorization), networks];
      const isNew = (await run(connection, insertAuthorization, values)).length > 0;
      if (isNew && authorization.status === "PENDING")
        noteDue(connection, { work: "relay", chainId: authorization.chainId });
      return isNew;
    },
  };
}

// SQL: authorizations are counted, judged and written under advisory locks, in one transaction on `pg`; Prisma has no
// such locks.

/** The signer has no row of its own. Everyone locks in the order project, checkout, signer, client. */
const lockName: Statement = {
  name: "authorizations_lock_name",
  text: "SELECT pg_advisory_xact_lock(hashtextextended('authorization ' || $1, 0))",
};

const risk = `
  count(*) FILTER (WHERE failure_reason = 'TRANSACTION_REVERTED')::int AS reverted,
  count(*) FILTER (WHERE status IN ('PENDING', 'SENT'))::int AS open,
  count(*) FILTER (
    WHERE (status <> 'FAILED' OR outgoing_transaction_id IS NOT NULL) AND EXISTS (
      SELECT FROM unnest($5::int[], $6::text[], $7::numeric[]) AS least (chain, token, units)
      WHERE least.chain = chain_id AND least.token = token_address AND amount_units < least.units
    )
  )::int AS small`;

/** Read after locking, so that no concurrent request is missed. */
const selectUse: Statement = {
  name: "authorizations_use",
  text: `
    SELECT
      EXISTS (
        SELECT FROM authorizations AS signed WHERE signed.checkout_id = $1 AND ${mayStillPay("signed")}
      ) AS in_flight,
      wallet.reverted AS wallet_reverted, wallet.open AS wallet_open, wallet.small AS wallet_small,
      (
        SELECT json_agg(
          json_build_object('reverted', reverted, 'open', open, 'small', small, 'tries', tries) ORDER BY place
        )
        FROM unnest($4::text[]) WITH ORDINALITY AS network (name, place), LATERAL (
          SELECT ${risk}, count(*) FILTER (WHERE checkout_id = $1)::int AS tries
          FROM authorizations WHERE client_networks @> ARRAY[name] AND created_at >= $2
        ) AS used
      ) AS of_networks
    FROM
      (SELECT ${risk} FROM authorizations WHERE from_address = $3 AND created_at >= $2) AS wallet`,
};

type UseRow = Omit<CheckoutForAuthorization, "checkout" | "use" | "ofWallet"> & {
  walletReverted: number;
  walletOpen: number;
  walletSmall: number;
};

async function lockCheckout(
  connection: Queryable,
  {
    projectId,
    checkoutId,
    from,
    networks,
    gasSince,
    smallBelow,
  }: Parameters<AuthorizationTransaction["lock"]>[0],
): Promise<CheckoutForAuthorization | null> {
  await lockProject(connection, projectId);
  const [facts] = await lockCheckouts(connection, [checkoutId]);
  if (facts === undefined || facts.checkout.projectId !== projectId) return null;
  // The widest network contains the others.
  for (const name of [`wallet ${from}`, `client ${networks.at(-1)}`]) await run(connection, lockName, [name]);
  const use = await readRelayUse(connection, projectId, gasSince);
  const [counts] = await read<UseRow>(connection, selectUse, [
    checkoutId,
    gasSince,
    from,
    networks,
    smallBelow.map(({ chainId }) => chainId),
    smallBelow.map(({ tokenAddress }) => tokenAddress),
    smallBelow.map(({ units }) => units),
  ]);
  if (counts === undefined) throw new Error("counts answer one row");
  const { walletReverted, walletOpen, walletSmall, ...others } = counts;
  return {
    ...others,
    checkout: facts.checkout,
    use,
    ofWallet: { reverted: walletReverted, open: walletOpen, small: walletSmall },
  };
}

const columns = `id, checkout_id, kind, chain_id, token_address, from_address, amount_units, valid_after, valid_before,
  nonce, signature, permit_signature, status, failure_reason, created_at`;

const insertAuthorization: Statement = {
  name: "authorizations_insert",
  text: `
    INSERT INTO authorizations (${columns}, client_networks)
    VALUES ($1, $2, $3::signing_kind, $4, $5, $6, $7::numeric, to_timestamp($8::bigint), to_timestamp($9::bigint), $10,
      $11, $12, $13::authorization_status, $14, $15, $16::text[])
    ON CONFLICT DO NOTHING
    RETURNING id`,
};

const selectByNonce: Statement = {
  name: "authorizations_by_nonce",
  text: `
    SELECT ${columns} FROM authorizations
    WHERE chain_id = $1 AND token_address = $2 AND from_address = $3 AND nonce = $4`,
};

/**
 * Round robin over projects, so that one project's waiting payments do not delay the others. SQL: Prisma cannot number
 * the payments of each project (row_number).
 */
const selectPending: Statement = {
  name: "authorizations_pending",
  text: `
    WITH waiting AS (
      SELECT signed.id AS chosen, row_number() OVER (
        PARTITION BY checkout.project_id ORDER BY signed.created_at, signed.id
      ) AS turn
      FROM authorizations AS signed JOIN checkouts AS checkout ON checkout.id = signed.checkout_id
      WHERE signed.status = 'PENDING' AND signed.chain_id = $1
    )
    SELECT ${columns} FROM authorizations JOIN waiting ON waiting.chosen = id
    ORDER BY turn, created_at, id LIMIT $2`,
};

type AuthorizationRow = Omit<Authorization, "from" | "validAfter" | "validBefore"> & {
  fromAddress: Hex;
  validAfter: Date;
  validBefore: Date;
};

/** In the order of `columns`. */
function toValues(authorization: Authorization): unknown[] {
  return [
    authorization.id,
    authorization.checkoutId,
    authorization.kind,
    authorization.chainId,
    authorization.tokenAddress,
    authorization.from,
    authorization.amountUnits,
    authorization.validAfter,
    authorization.validBefore,
    authorization.nonce,
    authorization.signature,
    authorization.permitSignature,
    authorization.status,
    authorization.failureReason,
    authorization.createdAt,
  ];
}

function toAuthorization({ fromAddress, validAfter, validBefore, ...same }: AuthorizationRow): Authorization {
  return {
    ...same,
    from: fromAddress,
    validAfter: toSeconds(validAfter),
    validBefore: toSeconds(validBefore),
  };
}

/** The columns hold whole seconds. */
function toSeconds(date: Date): bigint {
  return BigInt(date.getTime() / 1_000);
}

/** Deletes which client submitted signed payments before the time: a handful of rows, without an index on it. */
export const pruneAuthorizationClients =
  ({ prisma }: Connections): PruneBatch =>
  (before, limit) => {
    const isCounted = [{ clientAddress: { not: null } }, { clientNetworks: { isEmpty: false } }];
    const where = { OR: isCounted, createdAt: { lt: before } };
    const data = { clientAddress: null, clientNetworks: [] };
    return countOf(prisma.authorization.updateMany({ where, data, limit }));
  };
