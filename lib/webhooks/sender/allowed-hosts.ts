import { parseUrl } from "@/lib/platform/values/url.rules";
import { isInNetwork, isIpAddress, isOpenable, type Network, parseNetwork, refusedNetwork } from "./networks";

/** An entry of `WEBHOOK_ALLOW_HOSTS`: a host name or a range of addresses, on one port or on the usual ones. */
export type AllowedHost = {
  /** As the operator wrote it. */
  text: string;
  /** As URLs have it, lower case and punycode; null for a range. */
  name: string | null;
  /** Empty for a name, except below `localhost`. */
  networks: readonly Network[];
  port: number | null;
};

/** The parts of a connection that the list decides on. */
type Connection = Readonly<{ host: string; port: number; address: string }>;

const hostName = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/;
const loopbackAddresses = ["127.0.0.1", "::1"].map(parseNetwork).filter((network) => network !== null);

/**
 * Reads an entry of the list.
 *
 * @returns the reason instead when nothing can be allowed by it
 * @example parseAllowedHost("10.0.0.0/8")
 * @example parseAllowedHost("shop.internal:9443")
 */
export function parseAllowedHost(text: string): AllowedHost | string {
  const isBareIpv6 = !text.startsWith("[") && text.split(":").length > 2;
  const [, before = "", digits] = isBareIpv6 ? [text, text] : (/^(.*?)(?::(\d+))?$/.exec(text) ?? []);
  const host = before.replace(/^\[(.*)\]$/, "$1");
  const port = digits === undefined ? null : Number(digits);
  if (port !== null && (port < 1 || port > 65_535)) return `has ${text}: the port must be 1 to 65535`;

  const network = parseNetwork(host);
  if (network !== null) {
    const range = refusedNetwork(host.replace(/\/.*/, ""));
    if (range !== null && !isOpenable(range))
      return `has ${text}: it begins with ${range} addresses, which are never allowed`;
    return { text, name: null, networks: [network], port };
  }
  if (host.includes("*")) return `has ${text}: list each name instead of a wildcard, or a range of addresses`;
  const name = parseUrl(`https://${host}/`)?.host ?? "";
  if (!hostName.test(name) || isIpAddress(name) || /[/?#@\s]/.test(host))
    return `has ${text}: list host names, addresses and ranges such as shop.internal, 10.0.0.5 or 10.0.0.0/8, and perhaps a port`;
  return { text, name, networks: /(?:^|\.)localhost$/.test(name) ? loopbackAddresses : [], port };
}

/** Whether the list opens an address for a host. Loopback has to be listed itself: a name or a wide range may lead there. */
export function isAllowed(list: readonly AllowedHost[], { host, port, address }: Connection): boolean {
  const isLoopback = refusedNetwork(address) === "loopback";
  return list.some(
    (entry) =>
      (entry.port === null || entry.port === port) &&
      ((!isLoopback && entry.name === host) ||
        entry.networks.some(
          (network) => isInNetwork(address, network) && (!isLoopback || isLoopbackOnly(network)),
        )),
  );
}

/** Whether the list names this very loopback host: then any scheme and, unless the entry has one, any port will do. */
export function isOpenLoopback(list: readonly AllowedHost[], host: string, port: number): boolean {
  return list.some(
    (entry) =>
      (entry.port === null || entry.port === port) &&
      (entry.name === host ||
        entry.networks.some(
          (network) => isLoopbackOnly(network) && isSingle(network) && isInNetwork(host, network),
        )),
  );
}

/** Whether the list gives this host a port besides the usual ones. */
export function opensPort(list: readonly AllowedHost[], host: string, port: number): boolean {
  return list.some(
    (entry) =>
      entry.port === port &&
      (entry.name === host || entry.networks.some((network) => isInNetwork(host, network))),
  );
}

function isSingle([base, bits]: Network): boolean {
  return bits === (base.kind() === "ipv4" ? 32 : 128);
}

function isLoopbackOnly([base, bits]: Network): boolean {
  return refusedNetwork(base.toString()) === "loopback" && bits >= (base.kind() === "ipv4" ? 8 : 128);
}
