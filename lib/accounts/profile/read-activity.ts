import type { Activity, OwnAccountStore } from "@/lib/accounts/own-account.store";
import { type ListPart, type LogPlace, toLogPart } from "@/lib/platform/lists/list-place.rules";

const perPage = 25;

/** A part of what a person did, newest first. */
export async function readActivity(
  { ownAccounts }: { ownAccounts: Pick<OwnAccountStore, "activity"> },
  userId: string,
  place: LogPlace,
): Promise<ListPart<Activity, bigint>> {
  return toLogPart(await ownAccounts.activity(userId, place, perPage + 1), place, perPage);
}
