import { settingsWords } from "@/components/dashboard/messages/settings";
import { RefundsForm } from "@/components/dashboard/settings/security-forms";
import { SettingsFrame } from "@/components/dashboard/settings/settings-frame";
import { WalletCard } from "@/components/dashboard/settings/wallet-card";
import { Card } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { walletHost } from "@/lib/api/dashboard/wallet-host";
import { getDeps } from "@/lib/api/deps";
import { findToken } from "@/lib/chain/chains.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import { getSettings } from "@/lib/projects/settings/change-settings";
import { walletChangeText } from "@/lib/projects/settings/settings.schema";

export const metadata = { title: "Security" };

type Props = { params: Promise<{ projectId: string }> };

export default async function SecuritySettingsPage({ params }: Props) {
  const access = await requireProject((await params).projectId);
  const { projectId, projectName } = access;
  const deps = getDeps();
  const { settings, exposure, walletChange } = await getSettings(deps, access);
  const isOwner = access.may("settlementWallet.change");
  return (
    <SettingsFrame
      projectId={projectId}
      mayKeys={access.may("keys.manage")}
      readOnly={isOwner ? null : settingsWords.readOnlyOwner}
    >
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
      <Card title={settingsWords.walletAndRefunds}>
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
      {access.may("keys.manage") && (
        <Card title={settingsWords.serverKeys} description={settingsWords.serverKeysHint}>
          <Link
            href={`/dashboard/projects/${projectId}/developers/keys/server`}
            className="text-link text-sm"
          >
            {settingsWords.serverKeysLink}
          </Link>
        </Card>
      )}
    </SettingsFrame>
  );
}
