import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { Agent, request } from "undici";
import type { Env } from "@/lib/settings/env";
import { createFindings, type Finding, type IsGiven, reasonOf } from "./finding";

const dayMs = 24 * 3_600_000;
const expiresSoonMs = 14 * dayMs;
const answerWithinMs = 10_000;
/** Of a network that is for documentation: no client has it. */
const claimedAddress = "203.0.113.77";
const ownHosts = /^(?:127\.|::1$|0\.0\.0\.0$)/;

type HttpAnswer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** What customers meet: certificate, proxy, page origin and frame policy. @param ca a further authority to trust, PEM */
export async function checkPublic(env: Env, isGiven: IsGiven, ca?: string): Promise<Finding[]> {
  const { all, ok, warn, fault } = createFindings("address");
  const agent = new Agent({ connect: { timeout: answerWithinMs, ...(ca === undefined ? {} : { ca }) } });
  const origins = [...new Set([env.BASE_URL, env.CHECKOUT_PAGE_URL])];
  try {
    for (const origin of origins) {
      const url = new URL(origin);
      if (url.protocol === "https:" && !(await judgeCertificate(url))) continue;
      const alive = await ask(origin, "/healthz");
      if (typeof alive === "string") {
        fault(...silent(origin, alive));
        continue;
      }
      if (alive.status !== 200 || !alive.body.includes('"alive"')) {
        fault(
          `${origin}/healthz returned ${alive.status}, but not from this service.`,
          "Configure the proxy to forward this domain to HOST:PORT of the service.",
        );
        continue;
      }
      ok(`${origin} leads to the service.`);
      if (origin === env.BASE_URL) await judgeProxy(origin);
      if (origin === env.CHECKOUT_PAGE_URL) await judgeFrames(origin);
    }
  } finally {
    await agent.close();
  }
  return all;

  /** Those of the operator's own settings that name an origin. */
  function settingsOf(origin: string): string {
    const names = (["BASE_URL", "CHECKOUT_PAGE_URL"] as const).filter(
      (name) => isGiven(name) && env[name] === origin,
    );
    return names.length === 0 ? "BASE_URL" : names.join(" and ");
  }

  async function ask(
    origin: string,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<HttpAnswer | string> {
    try {
      const answer = await request(new URL(path, origin), {
        dispatcher: agent,
        headers,
        headersTimeout: answerWithinMs,
        bodyTimeout: answerWithinMs,
      });
      return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
    } catch (error) {
      return reasonOf(error);
    }
  }

  async function judgeCertificate(url: URL): Promise<boolean> {
    const { hostname, origin } = url;
    const found = await readCertificate({ url, settings: settingsOf(origin) }, ca);
    if ("unreachable" in found) {
      fault(...found.unreachable);
      return false;
    }
    if ("refused" in found) {
      fault(
        `Browsers don't trust the TLS certificate of ${origin}: ${found.refused}.`,
        "Configure the proxy with a certificate for this domain, including intermediate certificates.",
      );
      return false;
    }
    const leftMs = found.validTo.getTime() - Date.now();
    const days = Math.floor(leftMs / dayMs);
    if (leftMs < expiresSoonMs)
      warn(
        `The certificate of ${hostname} expires in ${days} days.`,
        "Renew it. A proxy such as Caddy renews it automatically.",
      );
    else ok(`The certificate of ${hostname} is valid for ${days} days.`);
    return true;
  }

  /** Whether the service takes a forged address, or a proxy's, for the client's. */
  async function judgeProxy(origin: string): Promise<void> {
    const token = env.OPERATOR_TOKEN;
    if (token === undefined)
      return warn(
        "We couldn't check which client addresses the service sees.",
        "Set OPERATOR_TOKEN for the service and for this command.",
      );
    const answer = await ask(origin, "/readyz", {
      authorization: `Bearer ${token}`,
      "x-forwarded-for": claimedAddress,
    });
    const address = typeof answer === "string" ? null : clientAddressIn(answer.body);
    if (address === null)
      return warn(
        "The service didn't accept this command's OPERATOR_TOKEN.",
        "Start the service and this command with the same OPERATOR_TOKEN.",
      );
    const hops = env.TRUST_PROXY_HOPS;
    if (address === claimedAddress)
      return fault(
        `The service trusts client addresses that clients can fake: TRUST_PROXY_HOPS is ${hops}.`,
        "Set it to the number of proxies in front. Otherwise, anyone can evade the rate limits.",
      );
    if (hops === 0 && ownHosts.test(address) && new URL(origin).protocol === "https:")
      return fault(
        "The service sees the proxy's address for every client: TRUST_PROXY_HOPS is 0.",
        "Set it to the number of proxies in front. Otherwise, all customers share one client's rate limits.",
      );
    ok(`It sees this request as coming from ${address}.`);
  }

  async function judgeFrames(origin: string): Promise<void> {
    const page = await ask(origin, "/c/chk_doctor", { accept: "text/html" });
    if (typeof page === "string")
      return fault(
        `The payment page doesn't respond: ${page}.`,
        "Configure the proxy to forward every path.",
      );
    const {
      "content-security-policy": policy,
      "x-frame-options": options,
      "content-type": type,
    } = page.headers;
    if (!String(type).startsWith("text/html"))
      return fault(
        `${origin}/c/… isn't an HTML page.`,
        "Configure the proxy to forward the header Accept unchanged.",
      );
    if (options !== undefined)
      return fault(
        `A proxy adds X-Frame-Options: ${String(options)} to the payment page.`,
        "Remove it: shops can't embed the page with it. The service's own policy lists who can.",
      );
    if (Array.isArray(policy) || !String(policy).includes("frame-ancestors"))
      return fault(
        "A proxy changes the payment page's Content-Security-Policy.",
        "Configure the proxy to forward this header unchanged.",
      );
    ok("The payment page's policy lists who can embed it.");
  }
}

function clientAddressIn(body: string): string | null {
  return /"clientAddress":"([^"]+)"/.exec(body)?.[1] ?? null;
}

type Sentences = [says: string, todo: string];

function silent(origin: string, reason: string): Sentences {
  return [
    `${origin} doesn't respond: ${reason}.`,
    "Start the service and the proxy, and point the domain to the proxy.",
  ];
}

/** An origin, and the settings that name it. */
type Named = { url: URL; settings: string };

/** An error on the way to the server, before any certificate was shown; null for others. */
function unreachable(
  { url: { hostname, origin }, settings }: Named,
  error: NodeJS.ErrnoException,
): Sentences | null {
  if (error.syscall === "getaddrinfo")
    return [
      `DNS has no address for ${hostname}: ${reasonOf(error)}.`,
      `Create its A or AAAA record with the proxy's address, or correct ${settings}.`,
    ];
  return error.syscall === "connect" ? silent(origin, reasonOf(error)) : null;
}

/** Until when the certificate holds; why there is none that is trusted; why none was seen. */
function readCertificate(
  named: Named,
  ca: string | undefined,
): Promise<{ validTo: Date } | { refused: string } | { unreachable: Sentences }> {
  const { url } = named;
  const host = url.hostname;
  return new Promise((resolve) => {
    const socket: TLSSocket = connect(
      {
        host,
        port: url.port === "" ? 443 : Number(url.port),
        ...(isIP(host) === 0 ? { servername: host } : {}),
        timeout: answerWithinMs,
        ...(ca === undefined ? {} : { ca }),
      },
      () => {
        const { valid_to } = socket.getPeerCertificate();
        socket.destroy();
        resolve({ validTo: new Date(valid_to) });
      },
    );
    socket.once("timeout", () => {
      socket.destroy();
      resolve({ unreachable: silent(url.origin, "no answer within 10 s") });
    });
    socket.once("error", (error: NodeJS.ErrnoException) => {
      // Several addresses were tried.
      const first: NodeJS.ErrnoException = error instanceof AggregateError ? error.errors[0] : error;
      const lost = unreachable(named, first);
      resolve(lost === null ? { refused: reasonOf(error) } : { unreachable: lost });
    });
  });
}
