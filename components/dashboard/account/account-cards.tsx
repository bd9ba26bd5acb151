"use client";

import { type ReactNode, useState } from "react";
import { accountWords } from "@/components/dashboard/messages/account";
import { errorText } from "@/components/dashboard/messages/shell";
import { Card, Facts } from "@/components/dashboard/ui/card";
import { ActionForm } from "@/components/dashboard/ui/form/action-form";
import { InputField } from "@/components/dashboard/ui/form/field";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { longestPassword, shortestPassword } from "@/lib/accounts/password/password.rules";
import { post } from "@/lib/browser/api";
import { callAsPerson, useAccountAction } from "@/lib/browser/dashboard/use-action";
import { ConfirmAccountAction } from "../ui/form/dialog";
import { Problem } from "../ui/notice";
import type { WalletHost } from "./wallet/choose-wallet";
import { WalletButton } from "./wallet/wallet-button";

/** A person's display name. */
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
        <InputField
          name="name"
          label={words.name}
          hint={words.nameHint}
          defaultValue={name ?? ""}
          autoComplete="name"
          maxLength={100}
        />
      </ActionForm>
    </Card>
  );
}

const words = accountWords.password;

/** Changes the password, or sets the first one. */
export function PasswordCard({ hasPassword, email }: { hasPassword: boolean; email: string }) {
  const [changes, setChanges] = useState(0);
  const change = useAccountAction("changePassword");
  const set = useAccountAction("setPassword");
  const done = () => setChanges((count) => count + 1);
  const saved = <Saved text={words.changed} times={changes} />;
  return (
    <Card title={words.title} description={hasPassword ? words.description : words.none}>
      {hasPassword ? (
        <ActionForm
          state={change}
          toInput={(data) => ({ current: data.get("current"), next: data.get("next") })}
          onDone={done}
          submit={words.change}
          beside={saved}
        >
          <Inputs key={changes} email={email}>
            <PasswordInput name="current" label={words.current} autoComplete="current-password" />
          </Inputs>
        </ActionForm>
      ) : (
        <ActionForm
          state={set}
          toInput={(data) => ({ next: data.get("next") })}
          onDone={done}
          submit={words.set}
          beside={saved}
        >
          <Inputs key={changes} email={email} />
        </ActionForm>
      )}
    </Card>
  );
}

/** The key changes after a submission, which clears the inputs. */
function Inputs({ email, children }: { email: string; children?: ReactNode }) {
  return (
    <>
      {/* Tells password managers whose password it is. */}
      <input hidden type="text" name="username" autoComplete="username" value={email} readOnly />
      {children}
      <PasswordInput name="next" label={words.next} hint={words.nextHint} autoComplete="new-password" />
    </>
  );
}

type InputProps = { name: string; label: string; hint?: string; autoComplete: string };

function PasswordInput({ name, label, hint, autoComplete }: InputProps) {
  const isNew = autoComplete === "new-password";
  return (
    <InputField
      name={name}
      label={label}
      hint={hint}
      type="password"
      required
      autoComplete={autoComplete}
      minLength={isNew ? shortestPassword : undefined}
      maxLength={longestPassword}
    />
  );
}

/** Says beside a button that what it does was done; again each time. */
function Saved({ text, times }: { text: string; times: number }) {
  return (
    <p role="status" className="caption me-auto self-center">
      {times > 0 && <span key={times}>{text}</span>}
    </p>
  );
}

type Props = { walletAddress: `0x${string}` | null; host: WalletHost };

/** The wallet that signs its owner in. */
export function WalletCard({ walletAddress, host }: Props) {
  const words = accountWords.wallet;
  const link = useAccountAction("linkWallet");
  return (
    <Card title={words.title} description={words.description}>
      <div className="flex flex-col gap-4">
        {walletAddress === null ? (
          <p className="text-muted text-sm">{words.noneLinked}</p>
        ) : (
          <ShortHex value={walletAddress} what={words.address} />
        )}
        <Problem text={link.error && errorText(link.error)} />
        <div className="flex flex-wrap justify-end gap-2">
          {walletAddress !== null && (
            <ConfirmAccountAction
              action="unlinkWallet"
              label={words.unlink}
              variant="danger"
              title={words.unlinkTitle}
              description={words.unlinkDescription}
              confirm={words.unlink}
              input={{}}
            />
          )}
          <WalletButton
            label={walletAddress === null ? words.link : words.replace}
            className="button-compact button-secondary"
            title={words.link}
            description={words.linkHint}
            host={host}
            ask={(wallet) =>
              callAsPerson("/api/dashboard/account/askWallet", post({ ...wallet, purpose: "link" }))
            }
            onSigned={async (proof) => {
              // The card shows the error; the proof's own dialog would cover this one.
              await link.act(proof as never);
              return null;
            }}
          />
        </div>
      </div>
    </Card>
  );
}
