"use client";

import { type ReactNode, useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { type KeyKind, placeholders } from "@/lib/docs/placeholders";
import { OwnValues } from "./sample-values";

/** The shortest life that a key can have. */
const expiresInDays = 7;

type Props = {
  kind: KeyKind;
  /** Projects in which the reader may create such a key. */
  projects: readonly { projectId: string; name: string }[];
  children: ReactNode;
};

/** Puts a new key into every sample of the page. It is kept in this tab only, until the page is left or reloaded. */
export function TestKey({ kind, projects, children }: Props) {
  const [createdKey, setCreatedKey] = useState<string | null>(null);
  const [projectId, setProjectId] = useState(projects[0]?.projectId ?? "");
  const { act, pending, error } = useProjectAction(
    projectId,
    kind === "server" ? "createServerKey" : "createApiKey",
  );
  const create = async () => {
    const made = await act({ expiresInDays });
    if (made !== null) setCreatedKey(made.key);
  };
  return (
    <OwnValues values={createdKey === null ? [] : [[placeholders[kind], createdKey]]}>
      <section
        aria-label="Test key"
        className="docs-measure rounded-xl border border-line bg-card p-4 text-sm"
      >
        {createdKey === null ? (
          <>
            <p>
              Create a key that expires after {expiresInDays} days and use it in the samples below. Only this
              tab keeps it.
            </p>
            <div className="mt-3 flex flex-wrap items-center gap-3">
              {projects.length > 1 && (
                <select
                  aria-label="Project"
                  className="input w-auto"
                  value={projectId}
                  onChange={({ target }) => setProjectId(target.value)}
                >
                  {projects.map((project) => (
                    <option key={project.projectId} value={project.projectId}>
                      {project.name}
                    </option>
                  ))}
                </select>
              )}
              <button
                type="button"
                className="button button-secondary w-auto"
                disabled={pending}
                onClick={create}
              >
                Create a test key
              </button>
            </div>
            {error !== null && (
              <p role="alert" className="mt-3 text-bad">
                {error.message}
              </p>
            )}
          </>
        ) : (
          <p role="status">
            The samples below use your new key. To revoke it earlier, open{" "}
            <a href={`/dashboard/projects/${projectId}/developers/keys`}>API keys</a>.
          </p>
        )}
      </section>
      {children}
    </OwnValues>
  );
}
