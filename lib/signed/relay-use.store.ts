import { type Queryable, read, type Statement } from "@/lib/platform/database";
import { type RelayUse, strangersWays } from "./relay-budget.rules";

/** A failed payment whose transaction was replaced keeps it. SQL: sums or bounded counts. */
const selectRelayUse: Statement = {
  name: "authorizations_relay_use",
  text: `
    SELECT
      coalesce(sum(gas), 0)::bigint AS gas,
      coalesce(sum(gas) FILTER (WHERE by_stranger), 0)::bigint AS strangers_gas,
      count(*) FILTER (WHERE waits)::int AS pending,
      count(*) FILTER (WHERE waits AND by_stranger)::int AS strangers_pending
    FROM (
      SELECT coalesce(sent.gas_used, sent.gas_limit) AS gas, false AS waits,
        coalesce(checkout.created_via = ANY ($3::created_via[]), false) AS by_stranger
      FROM outgoing_transactions AS sent
      LEFT JOIN authorizations AS signed ON signed.outgoing_transaction_id = sent.id
      LEFT JOIN checkouts AS checkout ON checkout.id = signed.checkout_id
      WHERE sent.project_id = $1 AND sent.purpose = 'RELAY' AND sent.created_at >= $2
      UNION ALL
      SELECT 0, true, checkout.created_via = ANY ($3::created_via[])
      FROM authorizations AS waiting JOIN checkouts AS checkout ON checkout.id = waiting.checkout_id
      WHERE waiting.status = 'PENDING' AND checkout.project_id = $1
    ) AS relays`,
};

const strangersKinds = strangersWays.map((way) => way.toUpperCase());

/** Gas of the project's signed payments since that time. */
export async function readRelayUse(connection: Queryable, projectId: string, since: Date): Promise<RelayUse> {
  const [use] = await read<RelayUse>(connection, selectRelayUse, [projectId, since, strangersKinds]);
  if (use === undefined) throw new Error("sums answer one row");
  return use;
}
