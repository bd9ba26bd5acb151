import { settingsWords } from "@/components/dashboard/messages/settings";
import { AmountsForm, ApiForm, TokensForm } from "@/components/dashboard/settings/payment-forms";
import { SettingsFrame } from "@/components/dashboard/settings/settings-frame";
import { SettlementForm } from "@/components/dashboard/settings/settlement-form";
import { Card } from "@/components/dashboard/ui/card";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getHttp } from "@/lib/api/wiring/http";
import { getProjects } from "@/lib/api/wiring/projects";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import { getSettings } from "@/lib/projects/settings/change-settings";

export const generateMetadata = titled(() => settingsWords.paymentsPage);

export default async function PaymentSettingsPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getProjects();
  const { requestLimits } = getHttp();
  const { settings } = await getSettings(deps, access);
  const place = { projectId: access.projectId, mayChange: access.may("settings.change") };
  const networks = deps.chains.map(({ chainId, name, tokens }) => ({
    chainId,
    name,
    tokens: tokens.map(({ address, symbol, name, issuer, bridged }) => ({
      address,
      symbol,
      name,
      issuer,
      bridged,
    })),
  }));
  return (
    <SettingsFrame access={access} readOnly={place.mayChange ? null : settingsWords.readOnly}>
      <Card title={settingsWords.tokens} description={settingsWords.tokensHint}>
        <TokensForm {...place} networks={networks} accepted={settings.acceptedTokens} />
      </Card>
      <Card title={settingsWords.pricing}>
        <AmountsForm
          {...place}
          toleranceBps={settings.toleranceBps}
          minimum={formatUnits(settings.minimumUnits, amountPricedDecimals)}
          confirmationSpeed={settings.confirmationSpeed}
          latePaymentPolicy={settings.latePaymentPolicy}
          lateAcceptBps={settings.lateAcceptBps}
          anyTokenPays={settings.anyTokenPays}
          requoteExpired={settings.requoteExpired}
          x402Enabled={settings.x402Enabled}
        />
      </Card>
      <Card title={settingsWords.settlement}>
        <SettlementForm
          {...place}
          networks={networks}
          settlementPolicy={settings.settlementPolicy}
          holdHours={settings.settlementHoldHours}
          settlementRules={settings.settlementRules}
        />
      </Card>
      <Card title={settingsWords.api}>
        <ApiForm
          {...place}
          apiKeyUse={settings.apiKeyUse}
          apiKeyCreatesCheckouts={settings.apiKeyCreatesCheckouts}
          serverRequestsPerMinute={settings.serverRequestsPerMinute ?? requestLimits.serverPerMinute}
        />
      </Card>
    </SettingsFrame>
  );
}
