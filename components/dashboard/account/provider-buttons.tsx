"use client";

import { useState } from "react";
import { signInByProvider } from "@/lib/browser/dashboard/entry";
import { accountWords } from "../messages/account";
import { Notice } from "../ui/notice";

/** The way to another service, which tells who somebody is, and back. */
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
          {words.signIn(words.names[provider])}
        </button>
      ))}
      {failed && (
        <Notice kind="bad" role="alert">
          {words.unreachable}
        </Notice>
      )}
    </>
  );
}
