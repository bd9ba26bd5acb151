import type { Activity, OwnAccountStore } from "../../ports/accounts/own-account-store";

const perPage = 25;

/**
 * What a person did, newest first.
 *
 * @param before where the page before ended
 * @returns a page, and where the next one begins: null at the end
 */
export async function readActivity(
  { ownAccounts }: { ownAccounts: Pick<OwnAccountStore, "activity"> },
  userId: string,
  before: bigint | null,
): Promise<{ activity: readonly Activity[]; next: bigint | null }> {
  const found = await ownAccounts.activity(userId, before, perPage + 1);
  const activity = found.slice(0, perPage);
  return { activity, next: found.length > perPage ? (activity.at(-1)?.id ?? null) : null };
}
