import { redirect } from "next/navigation";
import { signInWords } from "@/components/dashboard/messages/sign-in";
import { SetupPage } from "@/components/dashboard/sign-in/setup-page";
import { getDeps } from "@/lib/api/deps";

export const metadata = { title: signInWords.setup.title };
// Whether there is an account is asked for every time.
export const dynamic = "force-dynamic";

export default async function Page() {
  if (await getDeps().people.exist()) redirect("/dashboard/sign-in");
  return <SetupPage />;
}
