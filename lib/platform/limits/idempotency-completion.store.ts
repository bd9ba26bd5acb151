import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";
import { type Completion, type IdempotencyKey, LeaseLostError } from "./idempotency.port";

/**
 * Saves an answer if the claim still holds its key: the lease's end in the row is the fencing token of the latest
 * claim. An expired claim that no one else took is still valid. Takes the five values of `completionValues`.
 *
 * @param value the SQL of the value at a position, from 1
 * @param rows where the values are a table's: its FROM clause, and what to return of it
 */
export const completionUpdate = (
  value: (place: number) => string,
  rows: { from: string; returning: string } = { from: "", returning: "key" },
) => `
  UPDATE idempotency_keys
  SET status_code = ${value(4)}::int, response_body = ${value(5)}, leased_until = NULL ${rows.from}
  WHERE project_id = ${value(1)} AND key = ${value(2)} AND leased_until = ${value(3)}::timestamptz
  RETURNING ${rows.returning}`;

/** Saved answers are sealed: a refund's answer contains a link to money, of which only a hash is stored elsewhere. */
export function completionValues(secretBox: SecretBox, { claim, answer }: Completion): unknown[] {
  const { projectId, key, leasedUntil } = claim;
  return [projectId, key, leasedUntil, answer.status, secretBox.seal(answer.body, ownerOf(claim))];
}

/** The owner of a sealed answer. A project's id has no slash. */
export function ownerOf({ projectId, key }: IdempotencyKey): string {
  return `${projectId}/${key}`;
}

/** SQL: commits with the result that it answers for, on a `pg` connection or in Prisma's transaction. */
const keepAnswer: Statement = {
  name: "idempotency_complete",
  text: completionUpdate((place) => `$${place}`),
};

/** Saves the answer; false when the claim lost the key. */
export async function tryCompleteIdempotency(
  connection: Queryable,
  secretBox: SecretBox,
  completion: Completion,
): Promise<boolean> {
  const rows = await run(connection, keepAnswer, completionValues(secretBox, completion));
  return rows.length > 0;
}

/**
 * Saves the answer in the transaction of its effect. Call it last: other requests with the same key wait from here to
 * the commit.
 *
 * @throws LeaseLostError when the claim lost the key; the transaction must not commit
 */
export async function completeIdempotency(
  connection: Queryable,
  secretBox: SecretBox,
  completion: Completion,
): Promise<void> {
  if (!(await tryCompleteIdempotency(connection, secretBox, completion)))
    throw new LeaseLostError("the idempotency key was taken over");
}
