import { Agent, type Dispatcher, request } from "undici";
import { webhookUserAgent } from "@/lib/checkouts/delivery.rules";
import { createSystemClock } from "@/lib/platform/clock";
import type { Clock } from "@/lib/platform/clock.port";
import { minuteMs } from "@/lib/platform/durations.rules";
import type { WebhookResponse, WebhookSender } from "@/lib/webhooks/webhook-sender.port";
import { createCheckedConnector, createOpen, type Open } from "./checked-connector";
import { createDnsResolve } from "./dns-resolve";
import { assertSendableUrl, type OutgoingPolicy, type Resolve } from "./outgoing-address";
import { parseRetryAfter } from "./retry-after";
import { signWebhook } from "./sign";

const keptBodyBytes = 64 * 1024;
const maxErrorLength = 300;
/** 1xx are read for as long as they come, and each costs more than its bytes. */
const maxInterimAnswers = 16;
/** How long a connection lies idle, whatever its receiver asks for: less than any event waits for its next attempt. */
const maxIdleMs = 3_000;
/** How long a busy connection is used: a name that has moved, and a certificate that has expired, are noticed then. */
const maxConnectionLifeMs = minuteMs;

export type WebhookSenderOptions = OutgoingPolicy & {
  clock?: Clock;
  resolve?: Resolve;
  open?: Open;
  connectionLifeMs?: number;
};

/**
 * Posts signed bodies to merchants' endpoints. Addresses are checked as decisions §11 says, redirects are not
 * followed, answers are not decompressed, and connections to a receiver are kept for the next event. Such a
 * connection goes on to the address that was checked when it was opened, whatever the name resolves to by now.
 */
export function createWebhookSender({
  clock = createSystemClock(),
  resolve = createDnsResolve(),
  open = createOpen(),
  connectionLifeMs = maxConnectionLifeMs,
  ...policy
}: WebhookSenderOptions): WebhookSender & { close(): Promise<void> } {
  const agent = new Agent({
    connect: createCheckedConnector(policy, resolve, open),
    // A host may serve many merchants, one of whom lets posts hang. Each endpoint's places limit the sockets.
    connections: null,
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
    clientTtl: connectionLifeMs,
    // Time-outs are the caller's: one for the whole of a delivery.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function send(
    { url, eventId, body, secrets, at }: Parameters<WebhookSender["post"]>[0],
    signal: AbortSignal,
  ): Promise<WebhookResponse> {
    let interimAnswers = 0;
    const response = await request(assertSendableUrl(url, policy), {
      dispatcher: agent,
      method: "POST",
      body,
      headers: {
        "content-type": "application/json",
        "user-agent": webhookUserAgent,
        ...signWebhook({ id: eventId, body, secrets, at }),
      },
      signal,
      onInfo: () => {
        interimAnswers += 1;
        if (interimAnswers > maxInterimAnswers)
          throw new Error(`more than ${maxInterimAnswers} interim answers`);
      },
    });
    return readResponse(response, clock);
  }

  return {
    async post(input) {
      const { timeoutMs } = input;
      const abort = new AbortController();
      let timer: NodeJS.Timeout | undefined;
      // undici heeds the signal only once it is connected, hence the race. A request that was aborted before is
      // not sent when its connection comes after all.
      const late = new Promise<WebhookResponse>((resolve) => {
        timer = setTimeout(() => {
          resolve({ kind: "failed", error: `no full answer within ${timeoutMs} ms` });
          abort.abort();
        }, timeoutMs);
      });
      try {
        return await Promise.race([send(input, abort.signal), late]);
      } catch (error) {
        return { kind: "failed", error: explain(error) };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => agent.destroy(),
  };
}

async function readResponse(response: Dispatcher.ResponseData, clock: Clock): Promise<WebhookResponse> {
  const retryAfter = response.headers["retry-after"];
  const first = Array.isArray(retryAfter) ? retryAfter[0] : retryAfter;
  return {
    kind: "answered",
    statusCode: response.statusCode,
    retryAfterMs: first === undefined ? null : parseRetryAfter(first, clock.now()),
    body: await readStart(response.body),
  };
}

/** The first 64 KiB as text; leaving the loop early closes the connection, and nothing more is read. */
async function readStart(body: Dispatcher.ResponseData["body"]): Promise<string> {
  // Being closed early is an error to the stream, but not to us.
  body.on("error", () => undefined);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, keptBodyBytes - size));
    size += chunk.length;
    if (size > keptBodyBytes) break;
  }
  // PostgreSQL's text holds everything but NUL.
  const text = Buffer.concat(chunks).toString("utf8").replaceAll("\0", "\ufffd");
  // A character is three bytes at most; most answers are short, and need no measuring.
  if (text.length * 3 <= keptBodyBytes) return text;
  // What is no text becomes marks of three bytes each: what is kept is limited, not only what is read.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(keptBodyBytes));
  return text.slice(0, read);
}

/** What went wrong, in words that the merchant may read. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return "the request failed";
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  const text = error.message === "" ? (code ?? error.name) : error.message;
  return (code === null || text.includes(code) ? text : `${code}: ${text}`).slice(0, maxErrorLength);
}
