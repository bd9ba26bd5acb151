import { signInWords } from "@/components/dashboard/messages/sign-in";
import { RequestResetPage } from "@/components/dashboard/sign-in/reset-page";
import { getDeps } from "@/lib/api/deps";

export const metadata = { title: signInWords.reset.title };
// What the settings say is known only when the service runs.
export const dynamic = "force-dynamic";

export default function Page() {
  return <RequestResetPage sendsMail={getDeps().mail !== null} />;
}
