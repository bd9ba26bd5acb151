"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { accountWords } from "@/components/dashboard/messages/account";
import { Card } from "@/components/dashboard/ui/card";
import { ConfirmAccountAction, DialogForm } from "@/components/dashboard/ui/form/dialog";
import { InputField } from "@/components/dashboard/ui/form/field";
import { Moment } from "@/components/dashboard/ui/moment";
import { deviceWords } from "@/lib/accounts/device-words.rules";
import { makePasskey } from "@/lib/browser/dashboard/passkey";
import { type ActState, useAccountAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";

const words = accountWords.passkeys;

type Listed = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** The passkeys that sign their owner in. */
export function PasskeysCard({ passkeys, canAdd }: { passkeys: readonly Listed[]; canAdd: boolean }) {
  return (
    <Card title={words.title} description={words.description}>
      <div className="flex flex-col gap-4">
        {passkeys.length === 0 ? (
          <p className="text-muted text-sm">{words.none}</p>
        ) : (
          <ul className="divide-y divide-line">
            {passkeys.map((passkey) => (
              <Passkey key={passkey.id} {...passkey} />
            ))}
          </ul>
        )}
        {canAdd ? <AddPasskey /> : <p className="caption">{words.unavailable}</p>}
      </div>
    </Card>
  );
}

function Passkey({ id, name, createdAt, lastUsedAt }: Listed) {
  return (
    <li className="flex min-h-12 items-center gap-3 py-2 text-sm">
      <KeyRound className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <bdi className="wrap-anywhere block font-medium">{name}</bdi>
        <span className="caption block">
          {words.added} <Moment at={createdAt} />
          {" · "}
          {lastUsedAt === null ? (
            words.unused
          ) : (
            <>
              {words.used} <Moment at={lastUsedAt} />
            </>
          )}
        </span>
      </span>
      <ConfirmAccountAction
        action="removePasskey"
        label={words.remove}
        ariaLabel={fill(words.removeLabel, { name })}
        title={fill(words.removeTitle, { name })}
        description={words.removeDescription}
        confirm={words.remove}
        variant="danger"
        input={{ passkeyId: id }}
      />
    </li>
  );
}

function AddPasskey() {
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
