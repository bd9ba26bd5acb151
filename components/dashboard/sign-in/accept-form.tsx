"use client";

import { useEntryStep } from "@/lib/browser/dashboard/entry";
import { signInWords } from "../messages/sign-in";
import { EntryForm } from "./entry-form";

/** Joins as whoever is signed in. */
export function AcceptForm({ token }: { token: string }) {
  const state = useEntryStep("accept");
  return (
    <EntryForm
      state={state}
      toInput={() => ({ token })}
      onDone={({ projectId }) => location.assign(`/dashboard/projects/${projectId}`)}
      submit={signInWords.invitation.accept}
    >
      {null}
    </EntryForm>
  );
}
