import { settingsWords } from "@/components/dashboard/messages/settings";
import { shellWords } from "@/components/dashboard/messages/shell";
import { LogoForm, LooksForm } from "@/components/dashboard/settings/general-forms";
import { SettingsFrame } from "@/components/dashboard/settings/settings-frame";
import { Card } from "@/components/dashboard/ui/card";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { getSettings } from "@/lib/projects/settings/change-settings";

export const generateMetadata = titled(() => shellWords.pages.settings);

/** How customers see the shop. */
export default async function ShopSettingsPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const { settings } = await getSettings(getProjects(), access);
  const place = { projectId: access.projectId, mayChange: access.may("settings.change") };
  return (
    <SettingsFrame access={access} readOnly={place.mayChange ? null : settingsWords.readOnly}>
      <Card title={settingsWords.looks} description={settingsWords.looksHint}>
        <div className="flex flex-col gap-5">
          <LogoForm {...place} logoDigest={settings.logoDigest} />
          <LooksForm
            {...place}
            name={settings.name}
            accentColor={settings.accentColor}
            receiptDetails={settings.receiptDetails}
            supportContact={settings.supportContact}
          />
        </div>
      </Card>
    </SettingsFrame>
  );
}
