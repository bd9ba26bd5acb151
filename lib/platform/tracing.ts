import { AsyncLocalStorage } from "node:async_hooks";
import { type Attributes, isSpanContextValid, type Span, SpanStatusCode, trace } from "@opentelemetry/api";

/** The span attribute, and the field of log lines, by which a request is found everywhere. */
const requestAttribute = "request.id";

// Next loads instrumentation and routes as separate modules; they share only globalThis.
const slot = Symbol.for("stablecoin-checkout.request");
const holder = globalThis as { [slot]?: AsyncLocalStorage<string> };
holder[slot] ??= new AsyncLocalStorage<string>();
const requests = holder[slot];

/** Everything that `work` logs, traces and writes as an event carries this request id. */
export function inRequest<T>(requestId: string, work: () => T): T {
  trace.getActiveSpan()?.setAttribute(requestAttribute, requestId);
  return requests.run(requestId, work);
}

/** The id of the API request under way; null in background work. */
export function currentRequestId(): string | null {
  return requests.getStore() ?? null;
}

/** Whether this work is part of a trace. */
export function isTraced(): boolean {
  return trace.getActiveSpan() !== undefined;
}

/**
 * Does the work inside a span. Without OTEL_EXPORTER_OTLP_ENDPOINT no provider is registered, spans have no valid id, and
 * this costs no promise.
 *
 * @param requestId of the request that caused the work, when it runs later
 */
export function traced<T>(
  name: string,
  work: () => Promise<T>,
  attributes: Attributes = {},
  requestId: string | null = currentRequestId(),
): Promise<T> {
  const named = requestId === null ? attributes : { ...attributes, [requestAttribute]: requestId };
  return trace
    .getTracer("stablecoin-checkout")
    .startActiveSpan(name, { attributes: named }, (span) =>
      isSpanContextValid(span.spanContext()) ? endedBy(work, span) : begun(work),
    );
}

/** What the work throws at once is a rejection too, as within a span. */
function begun<T>(work: () => Promise<T>): Promise<T> {
  try {
    return work();
  } catch (error) {
    return Promise.reject(error);
  }
}

async function endedBy<T>(work: () => Promise<T>, span: Span): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
    throw error;
  } finally {
    span.end();
  }
}
