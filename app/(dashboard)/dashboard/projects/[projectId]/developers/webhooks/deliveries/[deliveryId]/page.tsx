import { ChevronRight } from "lucide-react";
import { DeliveryBadge } from "@/components/dashboard/developers/webhooks/badges";
import { ReplayDelivery } from "@/components/dashboard/developers/webhooks/replay";
import { grouped } from "@/components/dashboard/messages/text";
import { webhookWords } from "@/components/dashboard/messages/webhooks";
import { Badge, Card, Facts, PageHeader } from "@/components/dashboard/ui/card";
import { CopyButton } from "@/components/dashboard/ui/copy-button";
import { Code } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import { Moment } from "@/components/dashboard/ui/moment";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import { found, type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getWebhooks } from "@/lib/api/wiring/webhooks";
import { fill } from "@/lib/platform/i18n/message.rules";
import { sentHeaders } from "@/lib/webhooks/delivery.rules";
import { getDelivery } from "@/lib/webhooks/endpoints/read-endpoints";
import type { DeliveryAttempt } from "@/lib/webhooks/webhook-store.port";

export const generateMetadata = titled(() => webhookWords.deliveryPage);

/** A delivery: its body, and the answer to each attempt. */
export default async function WebhookDeliveryPage({ params }: ProjectPage<"deliveryId">) {
  const { projectId: id, deliveryId } = await params;
  const { projectId } = await requireProject(id, "webhooks.manage");
  const delivery = await found(getDelivery(getWebhooks(), projectId, deliveryId));
  const { eventId, endpointId, kind, checkoutId, requestId, status, url, body, attempts } = delivery;
  const project = `/dashboard/projects/${projectId}`;
  const { facts } = words;
  return (
    <>
      <PageHeader
        back={{ href: `${project}/developers/webhooks/${endpointId}`, label: webhookWords.details }}
        title={<code className="font-mono">{kind}</code>}
        actions={<ReplayDelivery projectId={projectId} deliveryId={deliveryId} />}
      />
      <RefreshWhileOpen
        open={status === "PENDING"}
        changed={`${status} ${attempts.length}`}
        slowestMs={5_000}
      />
      <div className="flex flex-col gap-6">
        <Card>
          <Facts
            facts={[
              {
                label: facts.status,
                value: (
                  <span className="flex flex-wrap items-center gap-2">
                    <DeliveryBadge status={status} />
                    {status === "PENDING" && (
                      <span className="caption">
                        {facts.next}: <Moment at={delivery.nextAttemptAt} exact />
                      </span>
                    )}
                  </span>
                ),
              },
              { label: facts.endpoint, value: url },
              ...(checkoutId === null
                ? []
                : [
                    {
                      label: facts.checkout,
                      value: (
                        <Link href={`${project}/checkouts/${checkoutId}`} className="text-link font-mono">
                          {checkoutId}
                        </Link>
                      ),
                    },
                  ]),
              { label: facts.id, value: <Id value={deliveryId} what={facts.id} /> },
              { label: facts.eventId, value: <Id value={eventId} what={facts.eventId} /> },
              ...(requestId === null
                ? []
                : [
                    {
                      label: facts.requestId,
                      value: (
                        <Link
                          href={`${project}/developers/requests?request=${requestId}`}
                          className="text-link font-mono"
                        >
                          {requestId}
                        </Link>
                      ),
                    },
                  ]),
            ]}
          />
        </Card>
        <Card title={words.attempts}>
          {attempts.length === 0 ? (
            <p className="text-muted text-sm">{delivery.attemptCount === 0 ? words.none : words.pruned}</p>
          ) : (
            <ol className="flex flex-col divide-y divide-line">
              {attempts.map((attempt, index) => (
                <li key={attempt.number} className="py-3 first:pt-0 last:pb-0">
                  <Attempt attempt={attempt} event={delivery} isOpen={index === 0} />
                </li>
              ))}
            </ol>
          )}
        </Card>
        <Card
          title={words.request}
          description={words.requestNote}
          actions={<CopyButton value={body} what={words.rawBody} withLabel />}
        >
          <Code what={words.body}>{indented(body)}</Code>
        </Card>
      </div>
    </>
  );
}

const words = webhookWords.delivery;

function Id({ value, what }: { value: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-1 font-mono">
      {value}
      <CopyButton value={value} what={what} />
    </span>
  );
}

/** A receiver's answer is always shown as plain text. */
function Attempt({
  attempt,
  event,
  isOpen,
}: {
  attempt: DeliveryAttempt;
  event: { eventId: string; requestId: string | null };
  isOpen: boolean;
}) {
  const { number, startedAt, durationMs, statusCode, error, responseBody } = attempt;
  const isGood = statusCode !== null && statusCode >= 200 && statusCode < 300;
  return (
    <details open={isOpen}>
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-md text-sm">
        <ChevronRight className="chevron size-4 shrink-0 text-muted" aria-hidden="true" />
        <span className="font-medium">{fill(words.attempt, { number })}</span>
        <Badge tone={isGood ? "ok" : "bad"}>
          {statusCode === null ? words.unanswered : fill(words.answered, { status: statusCode })}
        </Badge>
        <span className="caption">
          <Moment at={startedAt} exact />
        </span>
        <span className="caption tabular-nums">
          {fill(words.milliseconds, { count: grouped(durationMs) })}
        </span>
      </summary>
      <div className="mt-3 flex flex-col gap-3">
        {error !== null && <p className="wrap-anywhere text-bad text-sm">{error}</p>}
        <div className="min-w-0">
          <p className="caption mb-1">{words.headers}</p>
          <Code what={words.headers}>
            {sentHeaders(event, startedAt)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
          </Code>
        </div>
        {responseBody !== null && (
          <div className="min-w-0">
            <p className="caption mb-1">{words.answer}</p>
            {responseBody === "" ? (
              <p className="text-muted text-sm">{words.emptyAnswer}</p>
            ) : (
              <div className="max-h-96 overflow-y-auto">
                <Code what={words.answer}>{responseBody}</Code>
              </div>
            )}
          </div>
        )}
      </div>
    </details>
  );
}

/** For reading: the sent body has no line breaks. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
