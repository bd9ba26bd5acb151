"use client";

import { type ReactNode, useState } from "react";
import { useEntryStep } from "@/lib/browser/dashboard/entry";
import { signInWords } from "../messages/sign-in";
import { EntryForm } from "./entry-form";
import { EmailField } from "./fields";
import { StepTitle } from "./step-title";

/** Asks for a link; the answer is the same whoever has the address. */
export function RequestResetForm({ heading }: { heading: ReactNode }) {
  const state = useEntryStep("requestReset");
  const [sent, setSent] = useState(false);
  const words = signInWords.reset;
  if (sent)
    return (
      <div role="status" className="flex flex-col gap-2">
        <StepTitle title={words.sentTitle} explanation={words.sent} />
        <p className="caption">{words.again}</p>
      </div>
    );
  return (
    <>
      {heading}
      <EntryForm
        state={state}
        toInput={(data) => ({ email: data.get("email") })}
        onDone={() => setSent(true)}
        submit={words.submit}
      >
        <EmailField autoFocus />
      </EntryForm>
    </>
  );
}
