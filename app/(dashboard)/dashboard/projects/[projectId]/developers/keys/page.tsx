import { DevelopersFrame } from "@/components/dashboard/developers/developers-frame";
import { AllowOrigin } from "@/components/dashboard/developers/keys/key-forms";
import { KeysCard } from "@/components/dashboard/developers/keys/key-tables";
import { keyWords } from "@/components/dashboard/messages/developers";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { fill } from "@/lib/platform/i18n/message.rules";
import { listKeys } from "@/lib/projects/keys/manage-keys";
import { env } from "@/lib/settings/env";

export const generateMetadata = titled(() => keyWords.title);

/** Secret keys, and browser keys with the sites that may use them. */
export default async function KeysPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId, "keys.manage");
  const { projectId } = access;
  const deps = getProjects();
  const [server, api, origins] = await Promise.all([
    listKeys(deps, access, "server"),
    listKeys(deps, access, "api"),
    deps.allowedOrigins.list(projectId),
  ]);
  const place = { baseUrl: env().BASE_URL, projectId };
  return (
    <DevelopersFrame access={access} isTest={deps.localChains !== null} description={keyWords.description}>
      <div className="flex max-w-6xl flex-col gap-5">
        <KeysCard
          place={{ ...place, kind: "server" }}
          keys={server}
          mayChange={access.may("keys.manageServer")}
        />
        <KeysCard place={{ ...place, kind: "api" }} keys={api} mayChange>
          <Origins projectId={projectId} origins={origins} />
        </KeysCard>
      </div>
    </DevelopersFrame>
  );
}

/** The sites whose pages may use a browser key. */
function Origins({ projectId, origins }: { projectId: string; origins: readonly string[] }) {
  const words = keyWords.origins;
  return (
    <section aria-labelledby="origins" className="border-line border-t px-5 py-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h3 id="origins" className="font-medium text-sm">
            {words.title}
          </h3>
          <p className="caption max-w-2xl">{words.description}</p>
        </div>
        <AllowOrigin projectId={projectId} />
      </div>
      {origins.length > 0 && (
        <ul aria-label={words.title} className="mt-2 divide-y divide-line">
          {origins.map((origin) => (
            <li key={origin} className="flex items-center justify-between gap-3 py-1.5">
              <code className="wrap-anywhere font-mono text-sm">{origin}</code>
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
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
