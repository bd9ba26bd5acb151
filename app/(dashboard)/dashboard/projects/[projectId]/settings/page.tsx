import { settingsWords } from "@/components/dashboard/messages/settings";
import {
  DeleteProject,
  LettersForm,
  LogoForm,
  LooksForm,
} from "@/components/dashboard/settings/general-forms";
import { SettingsFrame } from "@/components/dashboard/settings/settings-frame";
import { TimeZoneForm } from "@/components/dashboard/settings/time-zone-form";
import { Card } from "@/components/dashboard/ui/card";
import { Notice } from "@/components/dashboard/ui/notice";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { timeZones } from "@/lib/platform/i18n/time-zone.rules";
import { getSettings } from "@/lib/projects/settings/change-settings";

export const generateMetadata = titled(() => settingsWords.title);

export default async function GeneralSettingsPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getProjects();
  const { settings } = await getSettings(deps, access);
  const place = { projectId: access.projectId, mayChange: access.may("settings.change") };
  return (
    <SettingsFrame access={access} readOnly={place.mayChange ? null : settingsWords.readOnly}>
      <Card title={settingsWords.looks} description={settingsWords.looksHint}>
        <LooksForm
          {...place}
          name={settings.name}
          accentColor={settings.accentColor}
          receiptDetails={settings.receiptDetails}
          supportContact={settings.supportContact}
        />
      </Card>
      <Card title={settingsWords.timeZone}>
        <TimeZoneForm {...place} timeZone={settings.timeZone} zones={timeZones()} />
      </Card>
      <Card title={settingsWords.logo}>
        <LogoForm {...place} logoDigest={settings.logoDigest} />
      </Card>
      <Card title={settingsWords.letters}>
        <div className="flex flex-col gap-4">
          {deps.mail === null && <Notice>{settingsWords.lettersOff}</Notice>}
          <LettersForm {...place} mailKinds={settings.mailKinds} />
        </div>
      </Card>
      {access.may("project.delete") && (
        <Card title={settingsWords.danger} description={settingsWords.dangerText}>
          <DeleteProject projectId={access.projectId} name={settings.name} />
        </Card>
      )}
    </SettingsFrame>
  );
}
