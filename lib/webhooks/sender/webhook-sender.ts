import { createHmac, createSecretKey, type Hmac, type KeyObject } from "node:crypto";
import { isIPv6 } from "node:net";
import { Agent, buildConnector, type Dispatcher } from "undici";
import type { Clock } from "@/lib/platform/clock";
import { createSystemClock } from "@/lib/platform/clock";
import { minuteMs } from "@/lib/platform/values/time.rules";
import {
  requestIdHeader,
  secondsOf,
  signatureHeaders,
  webhookUserAgent,
} from "@/lib/webhooks/delivery.rules";
import type { WebhookSender } from "@/lib/webhooks/webhook-store.port";
import { type Answer, exchange, keptBodyBytes, StaleConnection, TimeIsUp } from "./exchange";
import {
  assertSendableUrl,
  createDnsResolve,
  type OutgoingPolicy,
  type Resolve,
  resolveSendable,
} from "./outgoing-address";

const connectTimeoutMs = 10_000;

/** Opens a connection to one of the given addresses only. */
export type Open = (
  target: buildConnector.Options,
  addresses: readonly string[],
  callback: buildConnector.Callback,
) => void;

/**
 * Connects an undici dispatcher to addresses checked for this very connection, so that a changed DNS answer (DNS
 * rebinding) gains nothing.
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
 * Connects with TCP and, for https, TLS to the name; tries a second address when the first is slow.
 *
 * @param ca trusted certificate authorities, PEM; defaults to Node's
 */
export function createOpen(ca?: string): Open {
  return (target, addresses, callback) => {
    const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    const [first] = found;
    const connect = buildConnector({
      timeout: connectTimeoutMs,
      autoSelectFamily: true,
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot turn verification off.
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
      // Not called for a literal IP address, which was checked directly.
      lookup: (_hostname, options, done) => {
        if (options.all) done(null, found);
        else done(null, first?.address ?? "", first?.family);
      },
    });
    connect(target, callback);
  };
}

/** The receiver's Retry-After in milliseconds from `now`; null when absent or in neither form of RFC 9110 §10.2.3. */
export function parseRetryAfter(value: string, now: Date): number | null {
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}

const maxErrorLength = 300;

/** Idle time of a connection, ignoring the receiver's keep-alive: shorter than any retry delay. */
const maxIdleMs = 3_000;

/** Checked URLs are forgotten together when there are this many. */
const keptTargets = 1_000;

/** Maximum life of a busy connection, so that we notice a moved name or an expired certificate. */
const maxConnectionLifeMs = minuteMs;

export type WebhookSenderOptions = OutgoingPolicy & {
  clock?: Clock;
  resolve?: Resolve;
  open?: Open;
  connectionLifeMs?: number;
};

/**
 * Posts signed bodies to merchants' endpoints. It checks addresses as in spec D11, follows no redirects, does not
 * decompress answers, and reuses connections for the next event. A reused connection keeps its checked address, even if
 * the name resolves elsewhere by now.
 */
export function createWebhookSender({
  clock = createSystemClock(),
  resolve = createDnsResolve(),
  open = createOpen(),
  connectionLifeMs = maxConnectionLifeMs,
  ...policy
}: WebhookSenderOptions): WebhookSender & { close(): Promise<void> } {
  const agentOptions: Agent.Options = {
    connect: createCheckedConnector(policy, resolve, open),
    // A host may serve many merchants, one of which lets posts hang. Each endpoint's places limit the sockets.
    connections: null,
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
    clientTtl: connectionLifeMs,
    // The caller sets one time limit for the whole delivery.
    headersTimeout: 0,
    bodyTimeout: 0,
  };
  const agent = new Agent(agentOptions);

  /** Of a URL that may be sent to. The policy stays, and each connection checks the address again: once is enough. */
  const targets = new Map<string, Pick<URL, "origin"> & { path: string }>();

  function targetOf(url: string) {
    const known = targets.get(url);
    if (known !== undefined) return known;
    const { origin, pathname, search } = assertSendableUrl(url, policy);
    const target = { origin, path: pathname + search };
    if (targets.size >= keptTargets) targets.clear();
    targets.set(url, target);
    return target;
  }

  /** The same bytes go out once more when a kept connection turns out to be closed. */
  async function send(request: Dispatcher.DispatchOptions, timeoutMs: number): Promise<Answer> {
    const startedAt = performance.now();
    try {
      return await exchange(agent, request, timeoutMs);
    } catch (error) {
      if (!(error instanceof StaleConnection)) throw error;
      const fresh = new Agent(agentOptions);
      const leftMs = timeoutMs - (performance.now() - startedAt);
      return exchange(fresh, request, leftMs).finally(() => fresh.destroy());
    }
  }

  return {
    async post({ url, eventId, body, requestId = null, secrets, at, timeoutMs }) {
      try {
        const bytes = Buffer.from(body);
        const request: Dispatcher.DispatchOptions = {
          ...targetOf(url),
          method: "POST",
          body: bytes,
          headers: {
            "content-type": "application/json",
            "user-agent": webhookUserAgent,
            ...(requestId !== null && { [requestIdHeader]: requestId }),
            ...signWebhook({ id: eventId, body: bytes, secrets, at }),
          },
        };
        const answer = await send(request, timeoutMs);
        const { statusCode, retryAfter } = answer;
        const retryAfterMs = retryAfter === null ? null : parseRetryAfter(retryAfter, clock.now());
        return { kind: "answered", statusCode, retryAfterMs, body: textOf(answer.body) };
      } catch (error) {
        const isLate = error instanceof TimeIsUp;
        return { kind: "failed", error: isLate ? `no full answer within ${timeoutMs} ms` : explain(error) };
      }
    },
    close: () => agent.destroy(),
  };
}

/** PostgreSQL's text accepts everything but NUL. */
function textOf(body: Buffer): string {
  const text = body.toString("utf8").replaceAll("\0", "\ufffd");
  // A character has three bytes at most; most answers are short and need no measuring.
  if (text.length * 3 <= keptBodyBytes) return text;
  // Invalid bytes become replacement characters of three bytes each, so we also limit what is kept.
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(keptBodyBytes));
  return text.slice(0, read);
}

/** The error in words for the merchant. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return "the request failed";
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  const text = error.message === "" ? (code ?? error.name) : error.message;
  return (code === null || text.includes(code) ? text : `${code}: ${text}`).slice(0, maxErrorLength);
}

const secretPrefix = "whsec_";
const secretPattern = /^whsec_[0-9A-Za-z+/]+={0,2}$/;

/** A new signing secret: `whsec_` and 32 random bytes in base64 (spec D11). */
export function newWebhookSecret(randomBytes: (count: number) => Uint8Array): string {
  return `${secretPrefix}${Buffer.from(randomBytes(32)).toString("base64")}`;
}

/**
 * The signature headers of a delivery, in this service's own form and in that of Standard Webhooks. The first uses the
 * whole secret text as HMAC key, so that a receiver needs no decoding; the second the decoded bytes after the prefix,
 * like its libraries. Every secret in force signs, so a rotation loses nothing.
 *
 * @param body exactly the text that is sent
 * @param at the moment of this attempt
 * @throws RangeError when a secret is malformed; the message does not show it
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook({
  id,
  body,
  secrets,
  at,
}: {
  id: string;
  body: string | Uint8Array;
  secrets: readonly string[];
  at: Date;
}): ReturnType<typeof signatureHeaders> {
  const keys = keysOf(secrets);
  const timestamp = secondsOf(at);
  const own = keys.map((key) => `v1=${hmac(key.own, `${timestamp}.`, body).digest("hex")}`);
  const standard = keys.map(
    (key) => `v1,${hmac(key.standard, `${id}.${timestamp}.`, body).digest("base64")}`,
  );
  return signatureHeaders({ eventId: id, timestamp, own: own.join(","), standard: standard.join(" ") });
}

type SigningKeys = { own: KeyObject; standard: KeyObject };

/** Preparing a key takes longer than signing. The deliveries of one claim share their endpoint's secrets. */
const preparedKeys = new WeakMap<readonly string[], SigningKeys[]>();

function keysOf(secrets: readonly string[]): SigningKeys[] {
  const known = preparedKeys.get(secrets);
  if (known !== undefined) return known;
  if (secrets.length === 0 || !secrets.every((secret) => secretPattern.test(secret))) {
    throw new RangeError("a webhook is signed with secrets of the form whsec_<base64>");
  }
  const keys = secrets.map((secret) => ({
    own: createSecretKey(secret, "utf8"),
    standard: createSecretKey(secret.slice(secretPrefix.length), "base64"),
  }));
  preparedKeys.set(secrets, keys);
  return keys;
}

function hmac(key: KeyObject, prefix: string, body: string | Uint8Array): Hmac {
  return createHmac("sha256", key).update(prefix).update(body);
}
