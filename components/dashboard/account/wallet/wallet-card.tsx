"use client";

import { ShortHex } from "@/components/dashboard/ui/hex";
import { callApi, post } from "@/lib/browser/api";
import { useAccountAction } from "@/lib/browser/dashboard/use-action";
import { accountWords } from "../../messages/account";
import { Card } from "../../ui/card";
import { ConfirmAction } from "../../ui/form/confirm-action";
import { Notice } from "../../ui/notice";
import type { WalletHost } from "./choose-wallet";
import { WalletButton } from "./wallet-button";

type Props = { walletAddress: `0x${string}` | null; host: WalletHost };

/** The wallet that signs its owner in. */
export function WalletCard({ walletAddress, host }: Props) {
  const words = accountWords.wallet;
  const link = useAccountAction("linkWallet");
  const unlink = useAccountAction("unlinkWallet");
  return (
    <Card title={words.title} description={words.description}>
      <div className="flex flex-col gap-4">
        {walletAddress === null ? (
          <p className="text-muted text-sm">{words.noneLinked}</p>
        ) : (
          <ShortHex value={walletAddress} what={words.address} />
        )}
        {link.error !== null && (
          <Notice kind="bad" role="alert">
            {link.error.message}
          </Notice>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {walletAddress !== null && (
            <ConfirmAction
              label={words.unlink}
              look="danger"
              title={words.unlinkTitle}
              description={words.unlinkDescription}
              confirm={words.unlink}
              state={unlink}
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
              callApi("/api/dashboard/account/askWallet", post({ ...wallet, purpose: "link" }))
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
