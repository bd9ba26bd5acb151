"use client";

import { type ReactNode, useState } from "react";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { type KeyKind, placeholders } from "@/lib/docs/placeholders";
import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { OwnValues } from "./sample-values";
import { docsWords } from "./words";

/** The shortest life that a key can have. */
const expiresInDays = 7;

type Props = {
  kind: KeyKind;
  /** Projects in which the reader may create such a key. */
  projects: readonly { projectId: string; name: string }[];
  language: DashboardLanguage;
  children: ReactNode;
};

/** Puts a new key into every sample of the page. It is kept in this tab only, until the page is left or reloaded. */
export function TestKey({ kind, projects, language, children }: Props) {
  const words = docsWords[language];
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
        aria-label={words.testKey}
        className="docs-measure rounded-xl border border-line bg-card p-4 text-sm"
      >
        {createdKey === null ? (
          <>
            <p>{words.keyExplained(expiresInDays)}</p>
            <div className="mt-3 flex flex-wrap items-center gap-3">
              {projects.length > 1 && (
                <select
                  aria-label={words.project}
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
                {words.createKey}
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
            {words.keyUsed} <a href={`/dashboard/projects/${projectId}/developers/keys`}>{words.apiKeys}</a>
          </p>
        )}
      </section>
      {children}
    </OwnValues>
  );
}
