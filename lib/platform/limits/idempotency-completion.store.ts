import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { SecretBox } from "@/lib/platform/secret-box";
import { type Completion, type IdempotencyKey, LeaseLostError } from "./idempotency.port";

/**
 * Keeps an answer, if the claim still has its key: the end of the lease in the row is the token of anyone who claimed
 * last. One that has ended and that no one else took is still ours. Takes the five values of `completionValues`.
 *
 * @param parameter the statement's parameter at a place, from 1
 */
export const completionUpdate = (parameter: (place: number) => string) => `
  UPDATE idempotency_keys
  SET status_code = ${parameter(4)}::int, response_body = ${parameter(5)}, leased_until = NULL
  WHERE project_id = ${parameter(1)} AND key = ${parameter(2)} AND leased_until = ${parameter(3)}::timestamptz
  RETURNING key`;

/** Kept answers are sealed: that to a refund holds a link to money, of which only a hash is stored elsewhere. */
export function completionValues(secretBox: SecretBox, { claim, answer }: Completion): unknown[] {
  const { projectId, key, leasedUntil } = claim;
  return [projectId, key, leasedUntil, answer.status, secretBox.seal(answer.body, ownerOf(claim))];
}

/** Whose kept answer a sealed text is. A project's id has no slash. */
export function ownerOf({ projectId, key }: IdempotencyKey): string {
  return `${projectId}/${key}`;
}

/** SQL: in the transaction of the act whose answer it keeps. */
const keepAnswer: Statement = {
  name: "idempotency_complete",
  text: completionUpdate((place) => `$${place}`),
};

/** Keeps the answer; false when the key is another's by now, or no one's. */
export async function tryCompleteIdempotency(
  connection: Queryable,
  secretBox: SecretBox,
  completion: Completion,
): Promise<boolean> {
  const rows = await run(connection, keepAnswer, completionValues(secretBox, completion));
  return rows.length > 0;
}

/**
 * Keeps the answer in the transaction of what it tells of. It belongs at the end of it: anyone who asks for the same
 * key waits from here to the commit.
 *
 * @throws LeaseLostError when the key is another's by now, or no one's; the transaction must not commit
 */
export async function completeIdempotency(
  connection: Queryable,
  secretBox: SecretBox,
  completion: Completion,
): Promise<void> {
  if (!(await tryCompleteIdempotency(connection, secretBox, completion)))
    throw new LeaseLostError("the idempotency key was taken over");
}
