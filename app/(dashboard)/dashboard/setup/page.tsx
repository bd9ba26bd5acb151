import { redirect } from "next/navigation";
import { signInWords } from "@/components/dashboard/messages/sign-in";
import { EntryCard, StepTitle } from "@/components/dashboard/sign-in/entry-card";
import { SetupForm } from "@/components/dashboard/sign-in/setup-form";
import { openLanguage, titled } from "@/lib/api/dashboard/page-language";
import { getAccounts } from "@/lib/api/wiring/accounts";

export const generateMetadata = titled(() => signInWords.setup.title);
// Whether there is an account is asked for every time.
export const dynamic = "force-dynamic";

/** Creates the first account. */
export default async function Page() {
  await openLanguage();
  if (await getAccounts().people.exist()) redirect("/dashboard/sign-in");
  const words = signInWords.setup;
  return (
    <EntryCard>
      <StepTitle title={words.title} explanation={words.explanation} />
      <SetupForm />
    </EntryCard>
  );
}
