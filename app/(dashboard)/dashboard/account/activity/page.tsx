import { ActivityPage } from "@/components/dashboard/account/activity-page";
import { accountWords } from "@/components/dashboard/messages/account";
import { readActivity } from "@/lib/accounts/manage-profile";
import { requireSession } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { logCursors, placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
export const metadata = { title: accountWords.activity.title };

type Props = { searchParams: Promise<SearchParams> };

export default async function Page({ searchParams }: Props) {
  const { userId } = await requireSession();
  const place = placeOf(await searchParams, logCursors);
  return <ActivityPage place={place} part={await readActivity(getDeps(), userId, place)} />;
}
