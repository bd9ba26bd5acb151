import type { WalletHost } from "@/components/dashboard/account/wallet/choose-wallet";
import { settingsWords } from "@/components/dashboard/messages/settings";
import { shellWords } from "@/components/dashboard/messages/shell";
import {
  RefundsForm,
  RequestWalletChange,
  SignWalletChange,
} from "@/components/dashboard/settings/security-forms";
import { SettingsFrame } from "@/components/dashboard/settings/settings-frame";
import { Card, Facts } from "@/components/dashboard/ui/card";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { WholeAddress } from "@/components/dashboard/ui/hex";
import { Moment } from "@/components/dashboard/ui/moment";
import { type ProjectPage, requireProject, walletHost } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { findToken } from "@/lib/chain/chains.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import { getSettings } from "@/lib/projects/settings/change-settings";
import { walletChangeText } from "@/lib/projects/settings/settings.schema";

export const generateMetadata = titled(() => shellWords.pages.wallet);

export default async function WalletSettingsPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const { projectId, projectName } = access;
  const deps = getProjects();
  const { settings, exposure, walletChange } = await getSettings(deps, access);
  const isOwner = access.may("settlementWallet.change");
  return (
    <SettingsFrame access={access} readOnly={isOwner ? null : settingsWords.readOnlyOwner}>
      <WalletCard
        projectId={projectId}
        settlementWallet={settings.settlementWallet}
        mayAsk={isOwner}
        mayCancel={access.may("settlementWallet.cancelChange")}
        host={walletHost(settings.settlementWallet)}
        waiting={
          walletChange && { ...walletChange, message: walletChangeText({ ...walletChange, projectName }) }
        }
      />
      <Card title={settingsWords.refunds}>
        <RefundsForm
          projectId={projectId}
          mayChange={access.may("refundMode.change")}
          refundMode={settings.refundMode}
          dailyLimit={formatUnits(settings.refundDailyLimitUnits, amountPricedDecimals)}
          allowedWallets={settings.allowedWallets}
          exposed={exposure.flatMap(({ chainId, tokenAddress, units, count }) => {
            const found = findToken(deps.chains, { chainId, tokenAddress });
            if (found === null) return [];
            const { token, chain } = found;
            const amount = `${formatUnits(units, token.decimals)} ${token.symbol} on ${chain.name}`;
            return [{ amount, checkouts: count }];
          })}
        />
      </Card>
    </SettingsFrame>
  );
}

type WalletProps = {
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

/** The settlement wallet, and a pending one. */
function WalletCard({ projectId, settlementWallet, mayAsk, mayCancel, host, waiting }: WalletProps) {
  const what = settingsWords.wallet.toLowerCase();
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
              {fill(settingsWords.waitingText, { who: waiting.requestedBy ?? settingsWords.waitingSomebody })}
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
              {mayCancel && (
                <ConfirmProjectAction
                  projectId={projectId}
                  action="cancelWalletChange"
                  label={settingsWords.waitingCancel}
                  variant="danger"
                  title={settingsWords.waitingCancelTitle}
                  description={settingsWords.waitingCancelText}
                  confirm={settingsWords.waitingCancel}
                  input={{ changeId: waiting.changeId }}
                />
              )}
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
