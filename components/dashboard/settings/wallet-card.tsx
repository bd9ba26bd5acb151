import type { WalletHost } from "@/components/dashboard/account/wallet/choose-wallet";
import { settingsWords } from "@/components/dashboard/messages/settings";
import { Card, Facts } from "@/components/dashboard/ui/card";
import { WholeAddress } from "@/components/dashboard/ui/hex";
import { Moment } from "@/components/dashboard/ui/moment";
import { CancelWalletChange, RequestWalletChange, SignWalletChange } from "./security-forms";

type Props = {
  projectId: string;
  settlementWallet: string;
  mayAsk: boolean;
  mayCancel: boolean;
  host: WalletHost;
  waiting: {
    changeId: string;
    toWallet: string;
    requestedBy: string | null;
    effectiveAt: Date;
    /** The text that the present wallet signs to apply it at once. */
    message: string;
  } | null;
};

const what = settingsWords.wallet.toLowerCase();

/** The settlement wallet, and a pending one. */
export function WalletCard({ projectId, settlementWallet, mayAsk, mayCancel, host, waiting }: Props) {
  return (
    <Card
      title={settingsWords.wallet}
      description={settingsWords.walletHint}
      actions={mayAsk && waiting === null && <RequestWalletChange projectId={projectId} />}
    >
      <div className="flex flex-col gap-4">
        <Facts
          facts={[
            { label: settingsWords.walletNow, value: <WholeAddress value={settlementWallet} what={what} /> },
          ]}
        />
        {waiting !== null && (
          <div className="rounded-xl border border-line bg-warn-soft px-4 py-3">
            <p className="font-medium text-sm text-warn">{settingsWords.waiting}</p>
            <p className="wrap-anywhere mb-3 text-sm">
              {settingsWords.waitingText(waiting.requestedBy ?? settingsWords.waitingSomebody)}
            </p>
            <Facts
              facts={[
                {
                  label: settingsWords.waitingThen,
                  value: <WholeAddress value={waiting.toWallet} what={what} />,
                },
                { label: settingsWords.waitingAt, value: <Moment at={waiting.effectiveAt} /> },
              ]}
            />
            <div className="mt-3 flex flex-wrap gap-2">
              {mayCancel && <CancelWalletChange projectId={projectId} changeId={waiting.changeId} />}
              {mayAsk && (
                <SignWalletChange
                  projectId={projectId}
                  changeId={waiting.changeId}
                  wallet={settlementWallet}
                  message={waiting.message}
                  host={host}
                />
              )}
            </div>
          </div>
        )}
        <p className="caption">{mayAsk ? settingsWords.walletSince : settingsWords.walletOwners}</p>
      </div>
    </Card>
  );
}
