import { ChevronRight } from "lucide-react";
import { Facts } from "@/components/dashboard/ui/card";
import { Code } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import { type DeliveryStatus, sentHeaders } from "@/lib/checkouts/state/events.rules";
import { webhookWords } from "../../messages/webhooks";
import { Badge } from "../../ui/badge";
import { Card } from "../../ui/card";
import { CopyButton } from "../../ui/copy-button";
import { Moment } from "../../ui/moment";
import { PageHeader } from "../../ui/page-header";
import { RefreshWhileOpen } from "../../ui/refresh-while-open";
import { DeliveryBadge } from "./badges";
import { ReplayDelivery } from "./replay";

const words = webhookWords.delivery;

type ShownAttempt = {
  number: number;
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  responseBody: string | null;
};

type Props = {
  projectId: string;
  delivery: {
    id: string;
    endpointId: string;
    eventId: string;
    kind: string;
    checkoutId: string | null;
    status: DeliveryStatus;
    attemptCount: number;
    nextAttemptAt: Date;
    url: string;
    body: string;
    attempts: readonly ShownAttempt[];
  };
};

/** A delivery: its body, and the answer to each attempt. */
export function DeliveryPage({ projectId, delivery }: Props) {
  const { id, eventId, endpointId, kind, checkoutId, status, url, body, attempts } = delivery;
  const project = `/dashboard/projects/${projectId}`;
  const { facts } = words;
  return (
    <>
      <PageHeader
        back={{ href: `${project}/developers/webhooks/${endpointId}`, label: webhookWords.details }}
        title={<code className="font-mono">{kind}</code>}
        actions={<ReplayDelivery projectId={projectId} deliveryId={id} />}
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
              { label: facts.id, value: <Id value={id} what={facts.id} /> },
              { label: facts.eventId, value: <Id value={eventId} what={facts.eventId} /> },
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
                  <Attempt attempt={attempt} eventId={eventId} isOpen={index === 0} />
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

function Id({ value, what }: { value: string; what: string }) {
  return (
    <span className="inline-flex items-center gap-1 font-mono">
      {value}
      <CopyButton value={value} what={what} />
    </span>
  );
}

/** A receiver's answer is always shown as plain text. */
function Attempt({ attempt, eventId, isOpen }: { attempt: ShownAttempt; eventId: string; isOpen: boolean }) {
  const { number, startedAt, durationMs, statusCode, error, responseBody } = attempt;
  const isGood = statusCode !== null && statusCode >= 200 && statusCode < 300;
  return (
    <details open={isOpen} className="group">
      <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-md text-sm">
        <ChevronRight
          className="size-4 shrink-0 text-muted group-open:rotate-90 rtl:not-group-open:rotate-180"
          aria-hidden="true"
        />
        <span className="font-medium">{words.attempt(number)}</span>
        <Badge tone={isGood ? "ok" : "bad"}>
          {statusCode === null ? words.unanswered : words.answered(statusCode)}
        </Badge>
        <span className="caption">
          <Moment at={startedAt} exact />
        </span>
        <span className="caption tabular-nums">{words.milliseconds(durationMs)}</span>
      </summary>
      <div className="mt-3 flex flex-col gap-3">
        {error !== null && <p className="wrap-anywhere text-bad text-sm">{error}</p>}
        <div className="min-w-0">
          <p className="caption mb-1">{words.headers}</p>
          <Code what={words.headers}>
            {sentHeaders(eventId, startedAt)
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
