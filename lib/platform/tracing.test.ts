import { type Span, SpanStatusCode, type Tracer, trace } from "@opentelemetry/api";
import { afterEach, describe, expect, it, vi } from "vitest";
import { traced } from "./tracing";

afterEach(() => trace.disable());

const throwsAtOnce = (): Promise<never> => {
  throw new RangeError("at once");
};

describe("traced", () => {
  it("returns the work's own promise when no provider is registered", async () => {
    const promise = Promise.resolve("done");
    expect(traced("work", () => promise)).toBe(promise);
    await promise;
  });

  it("rejects when the work throws at once and no provider is registered", async () => {
    await expect(traced("work", throwsAtOnce)).rejects.toThrow("at once");
  });

  it("ends the span and notes the error when a provider is registered", async () => {
    const spanContext = { traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: 0 };
    const span = Object.assign(trace.wrapSpanContext(spanContext), { setStatus: vi.fn(), end: vi.fn() });
    const startActiveSpan = (...args: unknown[]) => (args.at(-1) as (span: Span) => unknown)(span);
    const tracer = { startSpan: () => span, startActiveSpan } as Tracer;
    trace.setGlobalTracerProvider({ getTracer: () => tracer });
    await expect(traced("work", throwsAtOnce)).rejects.toThrow("at once");
    expect(span.setStatus).toHaveBeenCalledWith({ code: SpanStatusCode.ERROR, message: "RangeError" });
    expect(span.end).toHaveBeenCalledOnce();
  });
});
