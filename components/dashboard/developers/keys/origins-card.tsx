import { Globe } from "lucide-react";
import { keyWords } from "@/components/dashboard/messages/developers";
import { Card } from "../../ui/card";
import { DataTable } from "../../ui/list/data-table";
import { EmptyState } from "../../ui/list/empty-state";
import { AllowOrigin, ForbidOrigin } from "./origin-buttons";

const words = keyWords.origins;

/** The origins of pages that may use the project's keys. */
export function OriginsCard({ projectId, origins }: { projectId: string; origins: readonly string[] }) {
  return (
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
              header: "",
              align: "end",
              cell: (origin) => (
                <div className="flex justify-end">
                  <ForbidOrigin projectId={projectId} origin={origin} />
                </div>
              ),
            },
          ]}
        />
      )}
    </Card>
  );
}
