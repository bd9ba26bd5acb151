import { DevelopersFrame } from "@/components/dashboard/developers/developers-frame";
import { KeyAndRequest, Step } from "@/components/dashboard/developers/keys/key-and-request";
import { type KeyPlace, LanguageChoice } from "@/components/dashboard/developers/keys/key-forms";
import { quickstartWords as words } from "@/components/dashboard/messages/developers";
import { Link } from "@/components/dashboard/ui/link";
import { Notice } from "@/components/dashboard/ui/notice";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { samplesUnder } from "@/lib/docs/pages";
import { env } from "@/lib/settings/env";

export const generateMetadata = titled(() => words.title);

/** The quickstart, up to the first webhook. */
export default async function DevelopersPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getProjects();
  const facts = await deps.quickstart.read(access.projectId, deps.clock.now());
  const place: KeyPlace = {
    baseUrl: env().BASE_URL,
    projectId: access.projectId,
    kind: access.may("keys.manageServer") ? "server" : "api",
  };
  const receiver = samplesUnder("webhooks", "A receiver");
  const project = `/dashboard/projects/${place.projectId}`;
  const allDone = facts.hasKey && facts.checkoutId !== null && facts.isDelivered;
  return (
    <DevelopersFrame access={access} isTest={deps.localChains !== null} description={words.description}>
      <RefreshWhileOpen open={!allDone} changed={JSON.stringify(facts)} slowestMs={5_000} />
      <ol className="flex max-w-3xl flex-col gap-6">
        <KeyAndRequest place={place} mayMakeKeys={access.may("keys.manage")} facts={facts} />
        <Step number={3} title={words.webhook.title} done={facts.isDelivered}>
          <p className="text-sm">{words.webhook.description}</p>
          {access.may("webhooks.manage") && (
            <div>
              <Link
                href={`${project}/developers/webhooks/${facts.endpointId ?? "new"}`}
                className="button-compact button-secondary"
              >
                {facts.endpointId === null ? words.webhook.add : words.webhook.test}
              </Link>
            </div>
          )}
          <LanguageChoice
            label={words.webhook.language}
            what={words.webhook.what}
            samples={receiver.map(({ language, ...sample }) => ({ name: language, ...sample }))}
          />
          <p>
            <a href="/docs/webhooks" className="text-link text-sm">
              {words.webhook.helper}
            </a>
          </p>
        </Step>
      </ol>
      <div className="mt-6 flex max-w-3xl flex-col gap-4">
        {allDone && (
          <Notice kind="ok" role="status">
            {words.allDone}
          </Notice>
        )}
        <nav aria-label={words.next.title} className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
          {deps.localChains !== null && access.may("testTools.use") && (
            <Link
              href={`${project}/developers/test-tools${facts.checkoutId === null ? "" : `?checkout=${facts.checkoutId}`}`}
              className="text-link"
            >
              {words.next.testTools}
            </Link>
          )}
          <a href="/docs/client" className="text-link">
            {words.next.client}
          </a>
          <a href="/docs/embed" className="text-link">
            {words.next.embed}
          </a>
        </nav>
      </div>
    </DevelopersFrame>
  );
}
