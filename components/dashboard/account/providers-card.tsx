"use client";

import { useState } from "react";
import { accountWords } from "@/components/dashboard/messages/account";
import { Badge, Card } from "@/components/dashboard/ui/card";
import { ConfirmAccountAction } from "@/components/dashboard/ui/form/dialog";
import { Problem } from "@/components/dashboard/ui/notice";
import { signInByProvider } from "@/lib/browser/dashboard/entry";
import { fill } from "@/lib/platform/i18n/message.rules";

type Provider = "google" | "github";

/** The external accounts that sign a person in. */
export function ProvidersCard({
  providers,
  offered,
  linked,
  failed,
}: {
  providers: readonly Provider[];
  /** The configured ones. */
  offered: readonly Provider[];
  linked: readonly Provider[];
  failed: boolean;
}) {
  const words = accountWords.providers;
  const [unreachable, setUnreachable] = useState(false);
  // The browser is signed in to this account, so the password and other ways to sign in stay.
  const link = async (provider: Provider) =>
    setUnreachable(!(await signInByProvider(provider, "/dashboard/account")));
  return (
    <Card title={words.title} description={words.description}>
      <ul className="divide-y divide-line">
        {providers.map((provider) => {
          const name = words.names[provider];
          return (
            <li key={provider} className="flex min-h-12 items-center gap-3 py-2 text-sm">
              <span className="flex-1 font-medium">{name}</span>
              {linked.includes(provider) ? (
                <>
                  <Badge tone="ok">{words.linked}</Badge>
                  <ConfirmAccountAction
                    action="unlinkProvider"
                    label={words.unlink}
                    ariaLabel={fill(words.unlinkLabel, { provider: name })}
                    title={fill(words.unlinkTitle, { provider: name })}
                    description={fill(words.unlinkDescription, { provider: name })}
                    confirm={words.unlink}
                    variant="danger"
                    input={{ provider }}
                  />
                </>
              ) : offered.includes(provider) ? (
                <button
                  type="button"
                  aria-label={fill(words.linkLabel, { provider: name })}
                  onClick={() => void link(provider)}
                  className="button-compact button-secondary"
                >
                  {words.link}
                </button>
              ) : (
                <Badge>{words.notLinked}</Badge>
              )}
            </li>
          );
        })}
      </ul>
      <Problem text={unreachable ? words.unreachable : failed ? words.problem : null} />
    </Card>
  );
}

/** Redirects to an external provider and back. */
export function ProviderButtons({
  providers,
  next,
}: {
  providers: readonly ("google" | "github")[];
  next: string;
}) {
  const words = accountWords.providers;
  const [failed, setFailed] = useState(false);
  const go = async (provider: string) => {
    setFailed(false);
    if (!(await signInByProvider(provider, next))) setFailed(true);
  };
  return (
    <>
      {providers.map((provider) => (
        <button
          key={provider}
          type="button"
          onClick={() => void go(provider)}
          className="button button-secondary"
        >
          {fill(words.signIn, { provider: words.names[provider] })}
        </button>
      ))}
      <Problem text={failed ? words.unreachable : null} />
    </>
  );
}
