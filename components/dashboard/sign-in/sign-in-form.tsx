"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { PasskeyButton, usePasskey } from "@/components/dashboard/account/passkeys/passkey-button";
import type { WalletHost } from "@/components/dashboard/account/wallet/choose-wallet";
import { WalletButton } from "@/components/dashboard/account/wallet/wallet-button";
import type { SignInAnswer } from "@/lib/accounts/account.schema";
import { post } from "@/lib/browser/api";
import { askPasskeyToSignIn, type EntryState, signInBy, useSignIn } from "@/lib/browser/dashboard/entry";
import { cancelPasskey, offersAutofill, signByPasskey } from "@/lib/browser/dashboard/passkey";
import { keepPreference } from "@/lib/browser/dashboard/preference";
import { callAsPerson } from "@/lib/browser/dashboard/use-action";
import { timeZoneCookie } from "@/lib/platform/i18n/time-zone.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { accountWords } from "../messages/account";
import { signInWords } from "../messages/sign-in";
import { InputField } from "../ui/form/field";
import { StepTitle } from "./entry-card";
import { EmailField, EntryForm, PasswordField } from "./entry-form";

type Props = {
  /** The next page; a path of the dashboard. */
  next: string;
  /** Another way to sign in has completed the first step. */
  atSecondStep: boolean;
  /** Below the password. */
  forgot: ReactNode;
  /** Without a password, besides passkeys. */
  others: ReactNode;
  /** The service's host can have passkeys. */
  hasPasskeys: boolean;
  /** Above the first step. */
  heading: ReactNode;
};

/** E-mail and password, then the second factor if there is one. */
export function SignInForm({ next, atSecondStep, forgot, others, hasPasskeys, heading }: Props) {
  const [step, setStep] = useState<"password" | "code">(atSecondStep ? "code" : "password");
  // The first page behind it already has the reader's times.
  useEffect(() => keepPreference(timeZoneCookie, Intl.DateTimeFormat().resolvedOptions().timeZone), []);
  const enter = (answer: SignInAnswer) => {
    if (answer.next === "SECOND_FACTOR") setStep("code");
    // A full page load, so that nothing of the signed-out page stays.
    else location.assign(next);
  };
  if (step === "code") return <CodeStep onDone={enter} onBack={() => setStep("password")} />;
  return (
    <>
      {heading}
      <PasswordStep onDone={enter} />
      {forgot}
      <div className="flex flex-col gap-3">
        <p className="caption flex items-center gap-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          {accountWords.or}
        </p>
        {hasPasskeys && <PasskeySignIn onDone={enter} />}
        {others}
      </div>
    </>
  );
}

function PasswordStep({ onDone }: { onDone: (answer: SignInAnswer) => void }) {
  const state = useSignIn("password");
  return (
    <EntryForm
      state={state}
      toInput={(data) => ({ email: data.get("email"), password: data.get("password") })}
      onDone={onDone}
      submit={signInWords.signIn.submit}
    >
      <EmailField autoFocus passkeys />
      <PasswordField kind="current" />
    </EntryForm>
  );
}

type CodeProps = { onDone: (answer: SignInAnswer) => void; onBack: () => void };

function CodeStep({ onDone, onBack }: CodeProps) {
  const state: EntryState<SignInAnswer> = useSignIn("second-factor");
  const words = signInWords.code;
  return (
    <>
      <StepTitle title={words.title} explanation={words.explanation} />
      <EntryForm
        state={state}
        toInput={(data) => ({ code: data.get("code") })}
        onDone={onDone}
        submit={words.submit}
      >
        <InputField
          name="code"
          label={words.label}
          hint={words.hint}
          autoComplete="one-time-code"
          inputMode="text"
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={100}
          autoFocus
          className="field tabular-nums"
        />
      </EntryForm>
      <button type="button" onClick={onBack} className="text-link self-start text-sm">
        {words.back}
      </button>
    </>
  );
}

/** Signs in with a linked wallet (EIP-4361). */
export function WalletSignIn({ host, next }: { host: WalletHost; next: string }) {
  const words = accountWords.wallet;
  return (
    <WalletButton
      label={words.signIn}
      className="button button-secondary"
      title={words.signIn}
      description={words.signInHint}
      host={host}
      ask={(wallet) => callAsPerson("/api/auth/steps/askWallet", post(wallet))}
      onSigned={async (proof) => {
        const answer = await signInBy("wallet", proof);
        if (!answer.ok) return answer.error;
        const code = `/dashboard/sign-in?step=code&next=${encodeURIComponent(next)}`;
        // A full page load, so that nothing of the signed-out page stays.
        location.assign(answer.data.next === "SIGNED_IN" ? next : code);
        return null;
      }}
    />
  );
}

type Answer = Parameters<Parameters<typeof usePasskey>[1]>[0];

const submit = (answer: Answer) => signInBy("passkey", { answer });

/** Signs in with a passkey: by this button, or from the e-mail field, where the browser lists passkeys. */
function PasskeySignIn({ onDone }: { onDone: (answer: SignInAnswer) => void }) {
  const state = usePasskey(askPasskeyToSignIn, submit);
  const offer = useAutofill(state.pending, onDone);
  return (
    <PasskeyButton
      state={state}
      label={accountWords.passkeys.signIn}
      className="button button-secondary"
      onDone={onDone}
      onFailed={() => void offer()}
    />
  );
}

/** A little less than the challenge lives. */
const renewMs = 4 * minuteMs;

/** Offers passkeys in the e-mail field. @returns offers them again, after the button's request replaced them */
function useAutofill(isBusy: boolean, onDone: (answer: SignInAnswer) => void): () => Promise<void> {
  const now = useRef({ isBusy, onDone });
  now.current = { isBusy, onDone };
  const offer = useRef(async () => {
    if (document.hidden || !(await offersAutofill())) return;
    const request = await askPasskeyToSignIn();
    if (!request.ok || now.current.isBusy) return;
    const signed = await signByPasskey(request.data.options, true);
    if (!signed.ok) return;
    const answer = await submit(signed.value);
    if (answer.ok) now.current.onDone(answer.data);
  });
  useEffect(() => {
    void offer.current();
    const timer = setInterval(() => !now.current.isBusy && void offer.current(), renewMs);
    return () => {
      clearInterval(timer);
      void cancelPasskey();
    };
  }, []);
  return offer.current;
}
