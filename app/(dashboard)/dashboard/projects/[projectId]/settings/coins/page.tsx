import { settingsWords } from "@/components/dashboard/messages/settings";
import { shellWords } from "@/components/dashboard/messages/shell";
import { CoinsForm } from "@/components/dashboard/settings/coins-form";
import { SettingsFrame } from "@/components/dashboard/settings/settings-frame";
import { Card } from "@/components/dashboard/ui/card";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { getSettings } from "@/lib/projects/settings/change-settings";

export const generateMetadata = titled(() => shellWords.pages.coins);

/** The coins that customers can pay with. */
export default async function CoinsPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getProjects();
  const { settings } = await getSettings(deps, access);
  const mayChange = access.may("settings.change");
  return (
    <SettingsFrame access={access} readOnly={mayChange ? null : settingsWords.readOnly}>
      <Card title={settingsWords.tokens} description={settingsWords.tokensHint}>
        <CoinsForm
          projectId={access.projectId}
          mayChange={mayChange}
          networks={deps.chains.map(({ chainId, name, tokens }) => ({
            chainId,
            name,
            tokens: tokens.map(({ address, symbol, name, issuer, bridged }) => ({
              address,
              symbol,
              name,
              issuer,
              bridged,
            })),
          }))}
          accepted={settings.acceptedTokens}
        />
      </Card>
    </SettingsFrame>
  );
}
