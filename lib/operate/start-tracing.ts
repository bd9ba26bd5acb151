import "server-only";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";

// The start script calls it when it stops; it shares only globalThis with Next's modules.
const slot = Symbol.for("stablecoin-checkout.stop-tracing");

/**
 * Sends spans of requests, statements, jobs and deliveries to an OTLP collector, as JSON over HTTP. The packages read
 * the other OTEL_* variables themselves. No propagator: a caller's `traceparent` would let strangers choose what we keep.
 */
export function startTracing(): void {
  const resource = resourceFromAttributes({ "service.name": "stablecoin-checkout" });
  const provider = new BasicTracerProvider({
    resource: resource.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(provider);
  Reflect.set(globalThis, slot, () => provider.shutdown());
}
