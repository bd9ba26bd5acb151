import { ActivityPage } from "@/components/dashboard/account/activity-page";
import { accountWords } from "@/components/dashboard/messages/account";
import { parseAuditQuery } from "@/lib/core/dashboard/audit-filter";
import { requireSession } from "@/lib/server/dashboard/access";
import { getDeps } from "@/lib/server/deps";
import { readActivity } from "@/lib/services/accounts/profile/read-activity";

export const metadata = { title: accountWords.activity.title };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const { userId } = await requireSession();
  const { before } = parseAuditQuery(await searchParams);
  return <ActivityPage {...(await readActivity(getDeps(), userId, before))} isFirst={before === null} />;
}
