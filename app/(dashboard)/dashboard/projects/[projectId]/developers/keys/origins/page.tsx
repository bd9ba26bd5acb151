import { Globe } from "lucide-react";
import { AllowOrigin } from "@/components/dashboard/developers/keys/key-forms";
import { KeysFrame } from "@/components/dashboard/developers/keys/key-tables";
import { keyWords } from "@/components/dashboard/messages/developers";
import { Card, EmptyState } from "@/components/dashboard/ui/card";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { DataTable } from "@/components/dashboard/ui/list/data-table";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { fill } from "@/lib/platform/i18n/message.rules";

export const generateMetadata = titled(() => keyWords.origins.title);

export default async function OriginsPage({ params }: ProjectPage) {
  const { projectId } = await requireProject((await params).projectId, "origins.manage");
  const origins = await getProjects().allowedOrigins.list(projectId);
  return (
    <KeysFrame projectId={projectId}>
      <Card
        title={words.title}
        description={words.description}
        flush
        actions={<AllowOrigin projectId={projectId} />}
      >
        {origins.length === 0 ? (
          <EmptyState icon={Globe} title={words.empty}>
            {words.emptyHint}
          </EmptyState>
        ) : (
          <DataTable
            caption={words.title}
            rows={origins}
            rowKey={(origin) => origin}
            columns={[
              {
                key: "origin",
                header: words.column,
                cell: (origin) => <code className="wrap-anywhere font-mono">{origin}</code>,
              },
              {
                key: "remove",
                header: keyWords.columns.actions,
                align: "end",
                cell: (origin) => (
                  <div className="flex justify-end">
                    <ConfirmProjectAction
                      projectId={projectId}
                      action="forbidOrigin"
                      label={words.remove}
                      ariaLabel={`${words.remove} ${origin}`}
                      title={fill(words.removeTitle, { origin })}
                      description={words.removeDescription}
                      confirm={words.remove}
                      input={{ origin }}
                    />
                  </div>
                ),
              },
            ]}
          />
        )}
      </Card>
    </KeysFrame>
  );
}

const words = keyWords.origins;
