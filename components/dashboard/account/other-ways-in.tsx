import { accountWords } from "../messages/account";
import { ProviderButtons } from "./provider-buttons";
import type { WalletHost } from "./wallet/choose-wallet";
import { WalletSignIn } from "./wallet/wallet-sign-in";

type Props = { providers: readonly ("google" | "github")[]; walletHost: WalletHost; next: string };

/** How else than by a password people sign in. */
export function OtherWaysIn({ providers, walletHost, next }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <p className="caption flex items-center gap-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {accountWords.or}
      </p>
      <WalletSignIn host={walletHost} next={next} />
      <ProviderButtons providers={providers} next={next} />
    </div>
  );
}
