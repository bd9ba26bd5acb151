"use client";

import { Plus } from "lucide-react";
import { useId, useState } from "react";
import { keyWords } from "@/components/dashboard/messages/developers";
import { SecretOnce } from "@/components/dashboard/ui/copy-button";
import { ConfirmAction, Dialog, DialogForm } from "@/components/dashboard/ui/form/dialog";
import { InputField, SelectField } from "@/components/dashboard/ui/form/field";
import { Code } from "@/components/dashboard/ui/hex";
import { curlCommand } from "@/lib/api/curl-command.rules";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";
import {
  type ApiKeyKind,
  coversScope,
  type KeyScope,
  keyLives,
  keyScopes,
} from "@/lib/projects/keys/api-key.rules";

export type KeyPlace = { baseUrl: string; projectId: string; kind: ApiKeyKind };

/** A new key, and the first thing to do with it. */
function MadeKey({
  made,
  scope,
  place,
  onClose,
}: {
  /** Null before it is created. */
  made: string | null;
  scope: KeyScope;
  place: KeyPlace;
  onClose: () => void;
}) {
  return (
    <Dialog open={made !== null} onClose={onClose} title={keyWords.made} insistent>
      {made !== null && (
        <>
          <SecretOnce secret={made} what={keyWords.madeKey} />
          {coversScope(scope, "create") && (
            <>
              <p className="text-sm">{keyWords.tryIt}</p>
              <LanguageChoice
                label={keyWords.languageLabel}
                what={keyWords.snippet}
                samples={keySamples({ ...place, key: made })}
              />
            </>
          )}
          <div className="flex justify-end">
            <button type="button" onClick={onClose} className="button-compact button-primary">
              {keyWords.done}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

export function keySamples(facts: KeyPlace & { key: string }) {
  return [
    { name: "curl", label: keyWords.languages.curl, code: curlSnippet(facts) },
    { name: "typescript", label: keyWords.languages.typescript, code: typescriptSnippet(facts) },
  ];
}

/** Creates a key and shows it once; also calls `onMade` if it can create checkouts. */
export function CreateKey({ place, onMade }: { place: KeyPlace; onMade?: (key: string) => void }) {
  const { kind, projectId } = place;
  const state = useProjectAction(projectId, kind === "server" ? "createServerKey" : "createApiKey");
  const [made, setMade] = useState<string | null>(null);
  const [scope, setScope] = useState<KeyScope>("create");
  const words = keyWords.kinds[kind];
  const label = (
    <>
      <Plus className="size-4" aria-hidden="true" />
      {words.create}
    </>
  );
  return (
    <>
      <DialogForm
        opener={{ label, ...(kind === "server" && { variant: "primary" }) }}
        state={state}
        title={words.create}
        description={words.description}
        toInput={(data) => ({
          expiresInDays: data.get("expiresInDays") === "" ? null : Number(data.get("expiresInDays")),
          ...(kind === "server" && { scope }),
        })}
        onDone={({ key }: { key: string }) => {
          setMade(key);
          if (coversScope(scope, "create")) onMade?.(key);
        }}
        submit={words.create}
      >
        {kind === "server" && (
          <SelectField
            name="scope"
            label={keyWords.scope}
            hint={keyWords.scopeHint}
            value={scope}
            onChange={({ target }) => setScope(keyScopes.find((each) => each === target.value) ?? "create")}
          >
            {keyScopes.toReversed().map((each) => (
              <option key={each} value={each}>
                {keyWords.scopes[each]}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField name="expiresInDays" label={keyWords.life} hint={keyWords.lifeHint} defaultValue="">
          {[null, ...keyLives].map((days) => (
            <option key={days} value={days ?? ""}>
              {days === null ? keyWords.livesForever : fill(keyWords.lives, { days })}
            </option>
          ))}
        </SelectField>
      </DialogForm>
      <MadeKey made={made} scope={scope} place={place} onClose={() => setMade(null)} />
    </>
  );
}

/** Rotates or revokes a key. `keyName` identifies it for its owner. */
export function KeyButtons({
  place,
  keyId,
  keyName,
  scope,
  rotatable,
}: {
  place: KeyPlace;
  keyId: string;
  keyName: string;
  scope: KeyScope;
  rotatable: boolean;
}) {
  const isServer = place.kind === "server";
  const rotate = useProjectAction(place.projectId, isServer ? "rotateServerKey" : "rotateApiKey");
  const revoke = useProjectAction(place.projectId, isServer ? "revokeServerKey" : "revokeApiKey");
  const [made, setMade] = useState<string | null>(null);
  return (
    <div className="flex flex-wrap justify-end gap-2">
      {rotatable && (
        <DialogForm
          opener={{ label: keyWords.rotate, ariaLabel: fill(keyWords.rotateTitle, { key: keyName }) }}
          state={rotate}
          title={fill(keyWords.rotateTitle, { key: keyName })}
          description={keyWords.rotateDescription}
          toInput={(data) => ({ keyId, overlap: data.get("overlap") === "yes" })}
          onDone={({ key }: { key: string }) => setMade(key)}
          submit={keyWords.rotate}
        >
          <SelectField name="overlap" label={keyWords.oldKey} hint={keyWords.overlapHint} defaultValue="yes">
            <option value="yes">{keyWords.overlap.yes}</option>
            <option value="no">{keyWords.overlap.no}</option>
          </SelectField>
        </DialogForm>
      )}
      <ConfirmAction
        label={keyWords.revoke}
        ariaLabel={`${keyWords.revoke} ${keyName}`}
        variant="danger"
        title={fill(keyWords.revokeTitle, { key: keyName })}
        description={keyWords.revokeDescription}
        confirm={keyWords.revoke}
        state={revoke}
        input={{ keyId }}
      />
      <MadeKey made={made} scope={scope} place={place} onClose={() => setMade(null)} />
    </div>
  );
}

/** What a request is made of: where the service is, whose project, and the key itself or what stands for it. */
type SnippetFacts = { baseUrl: string; projectId: string; kind: ApiKeyKind; key: string };

const body = { fiatAmount: "4.50", fiatCurrency: "USD", referenceId: "order-1042" } as const;

/** Creates a checkout, as someone types it into a terminal. */
function curlSnippet(facts: SnippetFacts): string {
  return curlCommand({ url: addressOf(facts), key: facts.key, idempotencyKey: "order-1042", body });
}

/** The same in TypeScript, with nothing to install. */
function typescriptSnippet(facts: SnippetFacts): string {
  return `const response = await fetch("${addressOf(facts)}", {
  method: "POST",
  headers: {
    "x-api-key": "${facts.key}",
    "idempotency-key": "order-1042",
    "content-type": "application/json",
  },
  body: JSON.stringify({
    fiatAmount: "${body.fiatAmount}",
    fiatCurrency: "${body.fiatCurrency}",
    referenceId: "${body.referenceId}",
  }),
});
const { data } = await response.json();
console.log(data.checkoutUrl);`;
}

function addressOf({ baseUrl, projectId, kind }: SnippetFacts): string {
  return kind === "server"
    ? `${baseUrl}/v1/checkouts`
    : `${baseUrl}/api/dashboard/projects/${projectId}/checkouts`;
}

type Sample = { name: string; label: string; code: string };

/** The same thing in several languages, one shown at a time. */
export function LanguageChoice({
  label,
  what,
  samples,
}: {
  /** The label of the choice. */
  label: string;
  what: string;
  samples: readonly Sample[];
}) {
  const [chosen, setChosen] = useState(samples[0]?.name);
  const name = useId();
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {samples.map((sample) => (
          <label
            key={sample.name}
            className="flex min-h-8 cursor-pointer items-center rounded-lg px-3 font-medium text-muted text-sm has-focus-visible:outline-2 has-checked:bg-well has-checked:text-ink"
          >
            <input
              type="radio"
              name={name}
              checked={sample.name === chosen}
              onChange={() => setChosen(sample.name)}
              className="sr-only"
            />
            {sample.label}
          </label>
        ))}
      </div>
      {samples
        .filter((sample) => sample.name === chosen)
        .map((sample) => (
          <Code key={sample.name} what={what}>
            {sample.code}
          </Code>
        ))}
    </fieldset>
  );
}

/** Allows pages of another origin. */
export function AllowOrigin({ projectId }: { projectId: string }) {
  const words = keyWords.origins;
  const label = (
    <>
      <Plus className="size-4" aria-hidden="true" />
      {words.add}
    </>
  );
  return (
    <DialogForm
      opener={{ label }}
      state={useProjectAction(projectId, "allowOrigin")}
      title={words.add}
      toInput={(data) => ({ origin: String(data.get("origin")).trim() })}
      submit={words.add}
    >
      <InputField
        name="origin"
        label={words.label}
        hint={words.hint}
        inputMode="url"
        required
        maxLength={300}
        placeholder={words.placeholder}
        autoComplete="off"
        spellCheck={false}
      />
    </DialogForm>
  );
}
