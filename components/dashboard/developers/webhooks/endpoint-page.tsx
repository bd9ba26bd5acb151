import { Facts } from "@/components/dashboard/ui/card";
import type { EventKind } from "@/lib/checkouts/state/events.rules";
import { webhookWords } from "../../messages/webhooks";
import { Card } from "../../ui/card";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";
import { PageHeader } from "../../ui/page-header";
import { HealthBadge } from "./badges";
import { EditEndpoint, EndpointState, TestEndpoint } from "./endpoint-buttons";
import { RotateSecret } from "./endpoint-form";
import type { ShownEndpoint } from "./endpoint-list";

type Props = {
  projectId: string;
  endpoint: ShownEndpoint;
  /** Secrets in force, newest first. */
  secrets: readonly { createdAt: Date; expiresAt: Date | null }[];
  kindHelp: Readonly<Record<EventKind, string>>;
};

/** An endpoint: health, kinds and secrets. */
export function EndpointDetails({ projectId, endpoint, secrets, kindHelp }: Props) {
  const { id, url, description, kinds, createdAt, failingSince, disabledAt, disabledReason } = endpoint;
  const place = { projectId, endpointId: id };
  const isDisabled = disabledAt !== null;
  const { facts, secret } = webhookWords;
  return (
    <>
      <PageHeader
        back={{ href: `/dashboard/projects/${projectId}/developers/webhooks`, label: webhookWords.back }}
        title={description ?? url}
        description={description === null ? undefined : <span className="wrap-anywhere">{url}</span>}
        actions={
          <>
            <EditEndpoint {...place} values={{ url, description, kinds }} kindHelp={kindHelp} />
            <EndpointState {...place} isDisabled={isDisabled} />
            {!isDisabled && <TestEndpoint {...place} />}
          </>
        }
      />
      <div className="mb-6 flex flex-col gap-6">
        {disabledAt !== null && (
          <Notice kind="warn">
            {webhookWords.disabledSince} <Moment at={disabledAt} />. {disabledReason}
          </Notice>
        )}
        {disabledAt === null && failingSince !== null && (
          <Notice kind="warn">
            {webhookWords.failingSince} <Moment at={failingSince} />.
          </Notice>
        )}
        <div className="grid gap-6 lg:grid-cols-2">
          <Card title={webhookWords.details} actions={<HealthBadge {...endpoint} />}>
            <Facts
              facts={[
                { label: facts.url, value: url },
                {
                  label: facts.kinds,
                  value: (
                    <ul className="flex flex-col gap-0.5">
                      {kinds.map((kind) => (
                        <li key={kind}>
                          <code className="font-mono">{kind}</code>
                        </li>
                      ))}
                    </ul>
                  ),
                },
                { label: facts.created, value: <Moment at={createdAt} /> },
              ]}
            />
          </Card>
          <Card title={secret.title} description={secret.hint} actions={<RotateSecret {...place} />}>
            <Facts
              facts={secrets.map((each) => ({
                label: each.expiresAt === null ? secret.current : secret.old,
                value: <Moment at={each.expiresAt ?? each.createdAt} />,
              }))}
            />
          </Card>
        </div>
      </div>
    </>
  );
}
