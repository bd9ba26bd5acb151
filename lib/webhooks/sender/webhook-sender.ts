import { isIPv6 } from "node:net";
import { Agent, buildConnector, type Dispatcher, request } from "undici";
import { webhookUserAgent } from "@/lib/checkouts/state/events.rules";
import type { Clock } from "@/lib/platform/clock";
import { createSystemClock } from "@/lib/platform/clock";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { WebhookResponse, WebhookSender } from "@/lib/webhooks/webhook-sender.port";
import {
  assertSendableUrl,
  createDnsResolve,
  type OutgoingPolicy,
  type Resolve,
  resolveSendable,
} from "./outgoing-address";
import { signWebhook } from "./sign";

const connectTimeoutMs = 10_000;

/** Opens a connection to one of the addresses and to nothing else. */
export type Open = (
  target: buildConnector.Options,
  addresses: readonly string[],
  callback: buildConnector.Callback,
) => void;

/**
 * Connects an undici dispatcher to addresses that were checked for this very connection, so that a name which
 * resolves differently than when it was saved, or than a moment ago, gains nothing.
 */
function createCheckedConnector(
  policy: OutgoingPolicy,
  resolve: Resolve,
  open: Open,
): buildConnector.connector {
  return (target, callback) => {
    resolveSendable(target, policy, resolve).then(
      (addresses) => open(target, addresses, callback),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
    );
  };
}

/**
 * Connects with TCP and, for https, TLS to the name; a second address is tried when the first is slow.
 *
 * @param ca whose certificates are believed, PEM; those that Node believes unless given
 */
export function createOpen(ca?: string): Open {
  return (target, addresses, callback) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    const connect = buildConnector({
      timeout: connectTimeoutMs,
      autoSelectFamily: true,
      // Not even NODE_TLS_REJECT_UNAUTHORIZED=0 sends events to anyone who answers.
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
      // A literal IP address never comes here: it is its own, and was checked like the others.
      lookup: (_hostname, options, done) => {
        if (options.all) done(null, found);
        else done(null, first?.address ?? "", first?.family);
      },
    });
    connect(target, callback);
  };
}

/**
 * How long a receiver asks us to wait, in milliseconds from `now`; null when it does not say so in one of the
 * two forms of RFC 9110 §10.2.3.
 */
export function parseRetryAfter(value: string, now: Date): number | null {
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

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
 * connection goes on to the address that was checked when it was opened, regardless of the name resolves to by now.
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
