import { signInWords } from "../messages/sign-in";
import { EntryCard, StepTitle } from "./entry-card";
import { SetupForm } from "./setup-form";

/** Creates the first account. */
export function SetupPage() {
  const words = signInWords.setup;
  return (
    <EntryCard>
      <StepTitle title={words.title} explanation={words.explanation} />
      <SetupForm />
    </EntryCard>
  );
}
