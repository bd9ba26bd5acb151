"use client";

import { useState } from "react";
import { accountWords } from "@/components/dashboard/messages/account";
import { DialogForm } from "@/components/dashboard/ui/form/dialog";
import { InputField } from "@/components/dashboard/ui/form/field";
import { deviceWords } from "@/lib/accounts/browser.rules";
import { makePasskey } from "@/lib/browser/dashboard/passkey";
import { type ActState, useAccountAction } from "@/lib/browser/dashboard/use-action";

const words = accountWords.passkeys;

/** Opens the form for another passkey. */
export function AddPasskey() {
  return (
    <div className="flex justify-end">
      <DialogForm
        opener={{ label: words.add, variant: "primary" }}
        state={useAddPasskey()}
        title={words.addTitle}
        description={words.addDescription}
        toInput={(data) => ({ name: data.get("name") })}
        submit={words.addSubmit}
      >
        <PasskeyName />
      </DialogForm>
    </div>
  );
}

/** Rendered in an open dialog only, so in a browser. */
function PasskeyName() {
  return (
    <InputField
      name="name"
      label={words.name}
      hint={words.nameHint}
      defaultValue={deviceWords(navigator.userAgent) ?? ""}
      required
      maxLength={100}
      autoComplete="off"
    />
  );
}

/** The service's challenge, the browser's passkey, and its registration, as one action. */
function useAddPasskey(): ActState<{ name: string }, object> {
  const begin = useAccountAction("beginPasskey");
  const add = useAccountAction("addPasskey");
  const [isMaking, setMaking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    pending: begin.pending || isMaking || add.pending,
    error: problem === null ? (begin.error ?? add.error) : { code: "", message: problem, retryAfterMs: 0 },
    reset: () => {
      setProblem(null);
      begin.reset();
      add.reset();
    },
    act: async ({ name }) => {
      setProblem(null);
      const begun = await begin.act({});
      if (begun === null) return null;
      setMaking(true);
      const made = await makePasskey(begun.options);
      setMaking(false);
      if (made.ok) return add.act({ name, made: made.value });
      setProblem(words.problems[made.problem]);
      return null;
    },
  };
}
