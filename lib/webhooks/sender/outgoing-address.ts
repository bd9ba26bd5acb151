import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { type Fault, fault, sentenceOf } from "@/lib/platform/faults/fault.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";
import type { CheckWebhookUrl } from "@/lib/webhooks/webhook-store.port";
import { type AllowedHost, isAllowed, isOpenLoopback, opensPort } from "./allowed-hosts";
import { isIpAddress, isOpenable, refusedNetwork, sameAddress } from "./networks";

/** Where the service may send requests on behalf of a merchant (spec D11). */
export type OutgoingPolicy = {
  /** Allows any scheme and port on this machine's loopback; never in production. */
  allowPrivateLoopback: boolean;
  /** This service's own public URLs: it never calls itself. */
  ownOrigins: readonly string[];
  /** Hosts that are not public, and that the operator opened nevertheless (`WEBHOOK_ALLOW_HOSTS`). */
  allowedHosts?: readonly AllowedHost[] | undefined;
  /** The port on which this service listens: no webhook goes there on this machine. */
  ownPort?: number | undefined;
  /** IP addresses of this machine; defaults to its interfaces. */
  ownAddresses?: (() => readonly string[]) | undefined;
};

/** Every address of a name, or throws. Its answers are not trusted. */
export type Resolve = (hostname: string) => Promise<readonly string[]>;

/** The target of a request: of a URL, or of a connection about to be opened. */
type Target = Readonly<{ protocol: string; hostname: string; port?: string | null }>;

/** The service does not send to this URL; its fault says why and may be shown to the merchant. */
export class UnsendableUrl extends Error {
  override readonly name = "UnsendableUrl";
  readonly fault: Fault;

  constructor(why: Fault, options?: ErrorOptions) {
    super(sentenceOf(why), options);
    this.fault = why;
  }
}

const maxUrlLength = 2_048;

/** A name server may return thousands, and checking each costs time. */
const maxAddresses = 64;

/** Names that only resolve inside a network. */
const innerName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home\.arpa|onion|test|invalid)$/;

/**
 * Checks the parts of a URL that need no DNS. Each connection checks the resolved name again: see `resolveSendable`.
 *
 * @returns the parsed URL
 * @throws UnsendableUrl
 */
export function assertSendableUrl(text: string, policy: OutgoingPolicy): URL {
  if (text.length > maxUrlLength)
    throw new UnsendableUrl(fault("webhooks.urlTooLong", { most: maxUrlLength }));
  // URL parsers drop or rewrite these: what is checked must be what was written.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) throw new UnsendableUrl(fault("webhooks.urlCharacters"));
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  const url = parseUrl(text);
  if (authority === undefined || url === null) throw new UnsendableUrl(fault("webhooks.urlHttps"));
  if (authority.includes("@")) throw new UnsendableUrl(fault("webhooks.urlUser"));
  if (authority.includes("%")) throw new UnsendableUrl(fault("webhooks.urlPercent"));

  const host = bareHost(url.hostname);
  if (host.endsWith(".")) throw new UnsendableUrl(fault("webhooks.urlDot"));
  if (policy.allowPrivateLoopback && isLoopbackHost(host)) return url;

  const allowed = policy.allowedHosts ?? [];
  const port = portOf(url);
  const isFreeLoopback = isLoopbackHost(host) && isOpenLoopback(allowed, host, port);
  if (url.protocol !== "https:" && !isFreeLoopback) throw new UnsendableUrl(fault("webhooks.urlHttps"));
  if (port !== 443 && port !== 8443 && !isFreeLoopback && !opensPort(allowed, host, port))
    throw new UnsendableUrl(fault("webhooks.urlPort"));
  if (policy.ownOrigins.some((origin) => bareHost(new URL(origin).hostname).replace(/\.$/, "") === host))
    throw new UnsendableUrl(fault("webhooks.ownAddress"));
  if (isIpAddress(host)) assertSendableAddresses({ host, port }, [host], policy, url.protocol !== "https:");
  else if (
    (!host.includes(".") || innerName.test(host)) &&
    !isFreeLoopback &&
    !allowed.some(({ name }) => name === host)
  )
    throw new UnsendableUrl(fault("webhooks.hostNotPublic", { host }));
  return url;
}

/**
 * Checks a URL when it is saved, including its present DNS answer. Each connection checks again, because the DNS answer
 * may change right after saving.
 *
 * @returns the parsed URL
 * @throws UnsendableUrl, also when the name resolves to nothing
 */
export async function checkSendableUrl(text: string, policy: OutgoingPolicy, resolve: Resolve): Promise<URL> {
  const url = assertSendableUrl(text, policy);
  try {
    await resolveSendable(url, policy, resolve);
  } catch (error) {
    if (error instanceof UnsendableUrl) throw error;
    throw new UnsendableUrl(fault("webhooks.hostNotFound", { host: url.hostname }), { cause: error });
  }
  return url;
}

/**
 * The IP addresses to which a host's connections may go. One refused address refuses them all: a name with mixed
 * answers is suspect.
 *
 * @throws UnsendableUrl, or the error of `resolve`
 */
export async function resolveSendable(
  target: Target,
  policy: OutgoingPolicy,
  resolve: Resolve,
): Promise<string[]> {
  const host = bareHost(target.hostname);
  const isLoopback = isLoopbackHost(host);
  const addresses = isIP(host) !== 0 ? [host] : [...(await (isLoopback ? loopback() : resolve(host)))];
  // An exception for loopback may only go to loopback.
  const loopbackOnly = isLoopback || target.protocol !== "https:";
  assertSendableAddresses({ host, port: portOf(target) }, addresses, policy, loopbackOnly);
  return addresses;
}

/** Whether a host can only be this machine's loopback (RFC 6761 §6.3). */
function isLoopbackHost(host: string): boolean {
  return refusedNetwork(host) === "loopback" || host === "localhost" || host.endsWith(".localhost");
}

/** A host name from `URL`, without the brackets of IPv6. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "").toLowerCase();
}

function portOf({ protocol, port }: Target): number {
  return port ? Number(port) : protocol === "https:" ? 443 : 80;
}

const loopback = async () => ["127.0.0.1", "::1"];

/** The messages do not show the resolved addresses: this machine's resolver may know internal names. */
function assertSendableAddresses(
  { host, port }: { host: string; port: number },
  addresses: readonly string[],
  policy: OutgoingPolicy,
  loopbackOnly: boolean,
): void {
  const { ownAddresses = interfaceAddresses } = policy;
  if (addresses.length === 0) throw new UnsendableUrl(fault("webhooks.hostNoAddress", { host }));
  if (addresses.length > maxAddresses)
    throw new UnsendableUrl(fault("webhooks.hostAddresses", { host, most: maxAddresses }));
  for (const address of addresses) {
    const network = refusedNetwork(address);
    if (network === "loopback" && policy.allowPrivateLoopback) continue;
    const isOwn = network === "loopback" || ownAddresses().some((mine) => sameAddress(mine, address));
    if (isOwn && port === policy.ownPort) throw new UnsendableUrl(fault("webhooks.ownPort"));
    const isListed = isAllowed(policy.allowedHosts ?? [], { host, port, address });
    if (network !== null && !(isOpenable(network) && isListed))
      throw new UnsendableUrl(
        isOpenable(network)
          ? fault("webhooks.addressNotPublicWayOut", { host, network })
          : fault("webhooks.addressNotPublic", { host, network }),
      );
    if (loopbackOnly && network !== "loopback")
      throw new UnsendableUrl(fault("webhooks.addressNotLocal", { host }));
    if (isOwn && !isListed) throw new UnsendableUrl(fault("webhooks.ownAddressWayOut"));
  }
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries) =>
    (entries ?? []).map(({ address }) => address),
  );
}

const maxLookupMs = 5_000;

/**
 * Queries name servers directly, for both address families: `getaddrinfo` would block a thread while they are slow, and
 * would read this machine's hosts file.
 *
 * @param servers as IP addresses with or without a port; defaults to the system's
 */
export function createDnsResolve(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    // Several silent servers would take longer than an attempt may.
    const timer = setTimeout(() => resolver.cancel(), maxLookupMs);
    try {
      const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
      const [failed] = answers.filter((answer) => answer.status === "rejected");
      if (addresses.length === 0 && failed !== undefined) throw failed.reason;
      return addresses;
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Checks a URL on saving as the sender does on each connection. */
export function createWebhookUrlCheck(
  policy: OutgoingPolicy,
  resolve: Resolve = createDnsResolve(),
): CheckWebhookUrl {
  return async (url) => {
    try {
      await checkSendableUrl(url, policy, resolve);
      return null;
    } catch (error) {
      if (error instanceof UnsendableUrl) return error.fault;
      throw error;
    }
  };
}
