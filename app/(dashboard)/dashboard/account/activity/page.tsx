import { ActivityPage } from "@/components/dashboard/account/activity-page";
import { accountWords } from "@/components/dashboard/messages/account";
import { readActivity } from "@/lib/accounts/profile/read-activity";
import { logCursors, placeOf } from "@/lib/platform/lists/list-place.rules";
import type { SearchParams } from "@/lib/platform/lists/search-params.rules";
import { requireSession } from "@/lib/server/dashboard/access";
import { getDeps } from "@/lib/server/deps";

export const metadata = { title: accountWords.activity.title };

type Props = { searchParams: Promise<SearchParams> };

export default async function Page({ searchParams }: Props) {
  const { userId } = await requireSession();
  const place = placeOf(await searchParams, logCursors);
  return <ActivityPage place={place} part={await readActivity(getDeps(), userId, place)} />;
}
