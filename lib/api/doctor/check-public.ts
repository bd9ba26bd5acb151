import { isIP } from "node:net";
import { connect, type TLSSocket } from "node:tls";
import { Agent, request } from "undici";
import type { Env } from "@/lib/api/settings/env";
import { createFindings, type Finding, reasonOf } from "./finding";

const dayMs = 24 * 3_600_000;
const expiresSoonMs = 14 * dayMs;
const answerWithinMs = 10_000;
/** Of a network that is for documentation: no client has it. */
const claimedAddress = "203.0.113.77";
const ownHosts = /^(?:127\.|::1$|0\.0\.0\.0$)/;

type Asked = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** What customers meet: certificate, proxy, page origin and frame policy. @param ca a further authority to trust, PEM */
export async function checkPublic(env: Env, ca?: string): Promise<Finding[]> {
  const { all, ok, warn, fault } = createFindings("address");
  const agent = new Agent({ connect: { timeout: answerWithinMs, ...(ca === undefined ? {} : { ca }) } });
  const origins = [...new Set([env.BASE_URL, env.CHECKOUT_PAGE_URL])];
  try {
    for (const origin of origins) {
      const url = new URL(origin);
      if (url.protocol === "https:" && !(await judgeCertificate(url))) continue;
      const alive = await ask(origin, "/healthz");
      if (typeof alive === "string") {
        fault(
          `${origin} does not answer: ${alive}.`,
          "Start the service and the proxy, and point the name at the proxy.",
        );
        continue;
      }
      if (alive.status !== 200 || !alive.body.includes('"alive"')) {
        fault(
          `${origin}/healthz answers ${alive.status}, and not as this service does.`,
          "Have the proxy pass this name on to HOST:PORT of the service.",
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

  async function ask(
    origin: string,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<Asked | string> {
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

  async function judgeCertificate({ hostname, port, origin }: URL): Promise<boolean> {
    const found = await readCertificate(hostname, port === "" ? 443 : Number(port), ca);
    if (typeof found === "string") {
      fault(
        `${origin} has no TLS that customers trust: ${found}.`,
        "Have the proxy serve a certificate for this name, with the authorities between.",
      );
      return false;
    }
    const leftMs = found.getTime() - Date.now();
    const days = Math.floor(leftMs / dayMs);
    if (leftMs < expiresSoonMs)
      warn(
        `The certificate of ${hostname} ends in ${days} days.`,
        "Renew it; a proxy such as Caddy does so by itself.",
      );
    else ok(`The certificate of ${hostname} is trusted for ${days} days.`);
    return true;
  }

  /** The service tells the operator from which address it takes a request to come. */
  async function judgeProxy(origin: string): Promise<void> {
    const token = env.OPERATOR_TOKEN;
    if (token === undefined)
      return warn(
        "Which address the service takes clients to have is not known.",
        "Set OPERATOR_TOKEN, for the service and for this command.",
      );
    const answer = await ask(origin, "/readyz", {
      authorization: `Bearer ${token}`,
      "x-forwarded-for": claimedAddress,
    });
    const address = typeof answer === "string" ? null : clientAddressIn(answer.body);
    if (address === null)
      return warn(
        "The service does not show what it sees of a request.",
        "Start the service with the same OPERATOR_TOKEN as this command.",
      );
    const hops = env.TRUST_PROXY_HOPS;
    if (address === claimedAddress)
      return fault(
        `The service believes an address that a client claims: TRUST_PROXY_HOPS is ${hops}.`,
        "Set it to the number of proxies in front. Now anyone evades the limits on requests.",
      );
    if (hops === 0 && ownHosts.test(address) && new URL(origin).protocol === "https:")
      return fault(
        "The service takes every client for the proxy: TRUST_PROXY_HOPS is 0.",
        "Set it to the number of proxies in front. Now all customers share one client's limits.",
      );
    ok(`It takes this request to come from ${address}.`);
  }

  async function judgeFrames(origin: string): Promise<void> {
    const page = await ask(origin, "/c/chk_doctor", { accept: "text/html" });
    if (typeof page === "string")
      return fault(`The payment page does not answer: ${page}.`, "Have the proxy pass every path on.");
    const {
      "content-security-policy": policy,
      "x-frame-options": options,
      "content-type": type,
    } = page.headers;
    if (!String(type).startsWith("text/html"))
      return fault(`${origin}/c/… is no page.`, "Have the proxy pass the header Accept on as it is.");
    if (options !== undefined)
      return fault(
        `A proxy adds X-Frame-Options: ${String(options)} to the payment page.`,
        "Take it out: shops could not embed the page. The service's own policy names who may.",
      );
    if (Array.isArray(policy) || !String(policy).includes("frame-ancestors"))
      return fault(
        "The payment page's Content-Security-Policy does not arrive as the service sends it.",
        "Have the proxy leave that header alone.",
      );
    ok("The payment page says who may embed it.");
  }
}

function clientAddressIn(body: string): string | null {
  return /"clientAddress":"([^"]+)"/.exec(body)?.[1] ?? null;
}

/** Until when the certificate holds; why there is none that is trusted. */
function readCertificate(host: string, port: number, ca: string | undefined): Promise<Date | string> {
  return new Promise((resolve) => {
    const socket: TLSSocket = connect(
      {
        host,
        port,
        ...(isIP(host) === 0 ? { servername: host } : {}),
        timeout: answerWithinMs,
        ...(ca === undefined ? {} : { ca }),
      },
      () => {
        const { valid_to } = socket.getPeerCertificate();
        socket.destroy();
        resolve(new Date(valid_to));
      },
    );
    socket.once("timeout", () => {
      socket.destroy();
      resolve("no answer within 10 s");
    });
    socket.once("error", (error) => resolve(reasonOf(error)));
  });
}
