import { settingsWords } from "@/components/dashboard/messages/settings";
import { shellWords } from "@/components/dashboard/messages/shell";
import { AdvancedForm } from "@/components/dashboard/settings/advanced-form";
import { DeleteProject } from "@/components/dashboard/settings/general-forms";
import { SettingsFrame } from "@/components/dashboard/settings/settings-frame";
import { Card } from "@/components/dashboard/ui/card";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getHttp } from "@/lib/api/wiring/http";
import { getProjects } from "@/lib/api/wiring/projects";
import { timeZones } from "@/lib/platform/i18n/time-zone.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import { getSettings } from "@/lib/projects/settings/change-settings";

export const generateMetadata = titled(() => shellWords.pages.advanced);

/** Settings that a shop seldom changes. */
export default async function AdvancedSettingsPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getProjects();
  const { settings } = await getSettings(deps, access);
  const mayChange = access.may("settings.change");
  return (
    <SettingsFrame access={access} readOnly={mayChange ? null : settingsWords.readOnly}>
      <Card>
        <AdvancedForm
          projectId={access.projectId}
          mayChange={mayChange}
          networks={deps.chains.map(({ chainId, name }) => ({ chainId, name }))}
          zones={timeZones()}
          sendsMail={deps.mail !== null}
          serverRequestsPerMinute={
            settings.serverRequestsPerMinute ?? getHttp().requestLimits.serverPerMinute
          }
          stored={{
            toleranceBps: settings.toleranceBps,
            minimumUnits: formatUnits(settings.minimumUnits, amountPricedDecimals),
            confirmationSpeed: settings.confirmationSpeed,
            latePaymentPolicy: settings.latePaymentPolicy,
            lateAcceptBps: settings.lateAcceptBps,
            anyTokenPays: settings.anyTokenPays,
            requoteExpired: settings.requoteExpired,
            x402Enabled: settings.x402Enabled,
            settlementPolicy: settings.settlementPolicy,
            settlementHoldHours: settings.settlementHoldHours,
            settlementRules: settings.settlementRules,
            timeZone: settings.timeZone ?? "",
            mailKinds: settings.mailKinds,
            apiKeyUse: settings.apiKeyUse,
            apiKeyCreatesCheckouts: settings.apiKeyCreatesCheckouts,
          }}
        />
      </Card>
      {access.may("project.delete") && (
        <details className="text-sm">
          <summary className="min-h-10 py-2 text-muted">{settingsWords.danger}</summary>
          <p className="caption mb-3 max-w-2xl">{settingsWords.dangerText}</p>
          <DeleteProject projectId={access.projectId} name={settings.name} />
        </details>
      )}
    </SettingsFrame>
  );
}
