"use client";

import { useState } from "react";
import { useAccountAction } from "@/lib/browser/dashboard/use-action";
import { accountWords } from "../messages/account";
import { Card } from "../ui/card";
import { Facts } from "../ui/facts";
import { ActionForm } from "../ui/form/action-form";
import { Field } from "../ui/form/field";
import { Saved } from "./saved";

/** How a person is called. */
export function ProfileCard({ email, name }: { email: string; name: string | null }) {
  const words = accountWords.profile;
  const [saves, setSaves] = useState(0);
  return (
    <Card title={words.title}>
      <div className="mb-4">
        <Facts facts={[{ label: words.email, value: email }]} />
      </div>
      <ActionForm
        state={useAccountAction("rename")}
        toInput={(data) => ({ name: data.get("name") })}
        onDone={() => setSaves((count) => count + 1)}
        submit={words.save}
        beside={<Saved text={accountWords.saved} times={saves} />}
      >
        <Field name="name" label={words.name} hint={words.nameHint}>
          {(control) => (
            <input
              {...control}
              defaultValue={name ?? ""}
              autoComplete="name"
              maxLength={100}
              className="field-compact"
            />
          )}
        </Field>
      </ActionForm>
    </Card>
  );
}
