"use client";

import { callApi, post } from "@/lib/browser/api";
import { signInBy } from "@/lib/browser/dashboard/entry";
import { accountWords } from "../../messages/account";
import type { WalletHost } from "./choose-wallet";
import { WalletButton } from "./wallet-button";

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
      ask={(wallet) => callApi("/api/auth/steps/askWallet", post(wallet))}
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
