import { BookOpen } from "lucide-react";
import type { ReactNode } from "react";
import { keyWords } from "../../messages/keys";
import { PageHeader } from "../../ui/page-header";
import { Tabs } from "../../ui/tabs";

/** What the pages about keys and origins have in common. */
export function KeysFrame({ projectId, children }: { projectId: string; children: ReactNode }) {
  const base = `/dashboard/projects/${projectId}/developers/keys`;
  return (
    <>
      <PageHeader
        title={keyWords.title}
        description={keyWords.description}
        actions={
          <a href="/docs" className="button-compact button-secondary">
            <BookOpen className="size-4" aria-hidden="true" />
            {keyWords.reference}
          </a>
        }
      />
      <Tabs
        label={keyWords.tabsLabel}
        tabs={[
          { href: base, label: keyWords.tabs.api },
          { href: `${base}/server`, label: keyWords.tabs.server },
          { href: `${base}/origins`, label: keyWords.tabs.origins },
        ]}
      />
      {children}
    </>
  );
}
