"use client";

import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { OutputOf } from "@/lib/accounts/account.schema";
import type { AccountActions } from "@/lib/api/dashboard/action-list";
import { post } from "@/lib/browser/api";
import {
  callAsPerson,
  type Missing,
  placeProofDialog,
  useAccountAction,
} from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";
import { accountWords } from "../messages/account";
import { ActionForm } from "../ui/form/action-form";
import { Dialog } from "../ui/form/dialog";
import { PasskeyButton, usePasskey } from "./passkeys/passkey-button";
import { CurrentPasswordField, FactorCodeField } from "./proof-fields";
import { type PagePerson, SignInAgain } from "./sign-in-again";
import type { WalletHost } from "./wallet/choose-wallet";

// Wallet code is loaded on demand.
const ChooseWallet = lazy(() => import("./wallet/choose-wallet"));

const words = accountWords.proof;

type Way = "passkey" | "password" | "code" | "wallet";

type Props = {
  /** The ways that this person has. */
  ways: readonly Way[];
  person: PagePerson;
  walletHost: WalletHost;
};

/** Asks for a fresh proof of identity, or to sign in again beside the page, for every action that needs it. */
export function ReauthenticateDialog({ ways, person, walletHost }: Props) {
  const [missing, setMissing] = useState<Missing | null>(null);
  const answer = useRef<((isConfirmed: boolean) => void) | null>(null);
  const end = (isConfirmed: boolean) => {
    answer.current?.(isConfirmed);
    answer.current = null;
    setMissing(null);
  };

  useEffect(
    () =>
      placeProofDialog(
        (lacks) =>
          new Promise((resolve) => {
            answer.current = resolve;
            setMissing(lacks);
          }),
        person.userId,
      ),
    [person.userId],
  );

  const canSignInHere = person.hasPassword || person.hasPasskey;
  if (missing === "session")
    return (
      <Dialog
        open
        onClose={() => end(false)}
        title={words.ended}
        description={canSignInHere ? fill(words.endedHere, { email: person.email }) : words.endedText}
      >
        <SignInAgain person={person} onDone={() => end(true)} />
      </Dialog>
    );
  return (
    <Dialog
      open={missing === "proof"}
      onClose={() => end(false)}
      title={words.title}
      description={ways[0] === undefined ? words.none : words.descriptions[ways[0]]}
    >
      <Ways ways={ways} walletHost={walletHost} onConfirmed={() => end(true)} />
    </Dialog>
  );
}

function Ways({ ways, walletHost, onConfirmed }: Omit<Props, "person"> & { onConfirmed: () => void }) {
  const [chosen, setChosen] = useState<Way | undefined>(ways[0]);
  const state = useAccountAction("reauthenticate");
  const choose = (way: Way) => {
    state.reset();
    setChosen(way);
  };
  const others = ways.filter((way) => way !== chosen);
  const names = {
    passkey: words.usePasskey,
    password: words.usePassword,
    code: words.useCode,
    wallet: words.useWallet,
  };
  return (
    <>
      {chosen === "passkey" && <PasskeyProof onConfirmed={onConfirmed} />}
      {chosen === "password" && (
        <ActionForm
          state={state}
          toInput={(data) => ({ kind: "password", password: data.get("password") })}
          onDone={onConfirmed}
          submit={words.confirm}
        >
          <CurrentPasswordField />
        </ActionForm>
      )}
      {chosen === "code" && (
        <ActionForm
          state={state}
          toInput={(data) => ({ kind: "code", code: data.get("code") })}
          onDone={onConfirmed}
          submit={words.confirm}
        >
          <FactorCodeField />
        </ActionForm>
      )}
      {chosen === "wallet" && (
        <Suspense fallback={<p className="caption">{accountWords.wallet.loading}</p>}>
          <p className="text-muted text-sm">{words.walletHint}</p>
          <ChooseWallet
            host={walletHost}
            ask={(wallet) =>
              callAsPerson("/api/dashboard/account/askWallet", post({ ...wallet, purpose: "confirm" }))
            }
            onSigned={async (proof) => {
              const answer = await callAsPerson(
                "/api/dashboard/account/reauthenticate",
                post({ kind: "wallet", ...proof }),
              );
              if (!answer.ok) return answer.error;
              onConfirmed();
              return null;
            }}
          />
        </Suspense>
      )}
      {others.length > 0 && (
        <div className="flex flex-wrap gap-x-4 gap-y-1 border-line border-t pt-3">
          {others.map((way) => (
            <button key={way} type="button" onClick={() => choose(way)} className="text-link min-h-6 text-sm">
              {names[way]}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

const askPasskey = () =>
  callAsPerson<OutputOf<AccountActions["askPasskey"]>>("/api/dashboard/account/askPasskey", post({}));
const submitPasskey = (answer: unknown) =>
  callAsPerson<object>("/api/dashboard/account/reauthenticate", post({ kind: "passkey", answer }));

function PasskeyProof({ onConfirmed }: { onConfirmed: () => void }) {
  return (
    <PasskeyButton
      state={usePasskey(askPasskey, submitPasskey)}
      label={words.usePasskey}
      className="button-compact button-primary self-end"
      onDone={onConfirmed}
    />
  );
}
