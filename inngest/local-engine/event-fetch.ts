import { isRecord } from "./definition";
import type { EngineLogger } from "./executor";

/** An event as sent. */
export interface SentEvent {
  name: string;
  data?: Record<string, unknown>;
  /** A second event with the same id is dropped. */
  id?: string;
  /** Milliseconds since the Unix epoch. */
  ts?: number;
}

/**
 * A `fetch` for one request, the SDK's sending of events (`POST …/e/<key>` with a JSON array). Any other call to
 * Inngest's API gets 501 and is logged, because nothing implements it in process.
 */
export function createEventFetch(
  send: (events: readonly SentEvent[]) => string[],
  log: EngineLogger,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.method !== "POST" || !pathname.startsWith("/e/")) {
      const error = `The local engine does not support ${request.method} ${pathname}`;
      log.error({ method: request.method, pathname }, error);
      return answer(501, { error });
    }
    try {
      return answer(200, { ids: send(readEvents(await request.json())) });
    } catch (error) {
      log.error({ err: error }, "Events were refused");
      return answer(503, { error: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** The SDK reads the status from the body. */
function answer(status: number, body: object): Response {
  return Response.json({ ...body, status }, { status });
}

function readEvents(body: unknown): SentEvent[] {
  return (Array.isArray(body) ? body : [body]).map((raw: unknown) => {
    const { name, data, id, ts } = isRecord(raw) ? raw : {};
    if (typeof name !== "string" || name === "") throw new Error("An event has no name");
    return {
      name,
      ...(isRecord(data) && { data }),
      ...(typeof id === "string" && { id }),
      ...(typeof ts === "number" && { ts }),
    };
  });
}
