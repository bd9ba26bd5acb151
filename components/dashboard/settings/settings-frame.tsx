import type { ReactNode } from "react";
import { PageHeader } from "@/components/dashboard/ui/card";
import { settingsWords } from "../messages/settings";
import { Tabs } from "../ui/link";
import { Notice } from "../ui/notice";

type Props = {
  projectId: string;
  /** Whether the visitor may see the keys, which have pages of their own. */
  mayKeys: boolean;
  /** Shown above when the visitor can only read. */
  readOnly?: string | null;
  actions?: ReactNode;
  children: ReactNode;
};

/** The shared frame of a project's settings. */
export function SettingsFrame({ projectId, mayKeys, readOnly = null, actions, children }: Props) {
  const base = `/dashboard/projects/${projectId}/settings`;
  const { tabs } = settingsWords;
  return (
    <div className="max-w-6xl">
      <PageHeader title={settingsWords.title} actions={actions} />
      <Tabs
        label={settingsWords.tabsLabel}
        tabs={[
          { href: base, label: tabs.general },
          { href: `${base}/payments`, label: tabs.payments },
          { href: `${base}/security`, label: tabs.security },
          ...(mayKeys
            ? [{ href: `/dashboard/projects/${projectId}/developers/keys`, label: tabs.apiKeys }]
            : []),
        ]}
      />
      <div className="flex flex-col gap-5">
        {readOnly !== null && <Notice>{readOnly}</Notice>}
        {children}
      </div>
    </div>
  );
}
