import { SessionsPage } from "@/components/dashboard/account/sessions-page";
import { accountWords } from "@/components/dashboard/messages/account";
import { listSessions } from "@/lib/accounts/sign-in/sessions";
import { requireSession } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";

export const metadata = { title: accountWords.sessions.title };

export default async function Page() {
  return <SessionsPage sessions={await listSessions(getDeps(), await requireSession())} />;
}
