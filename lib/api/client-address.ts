import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The application reads the client's address from these headers. The start script replaces what the client sent. */
const addressHeader = "x-client-address";
const loopbackHeader = "x-from-loopback";

// Next's modules and the start script share nothing but `globalThis` (docs/decisions/001-plain-next.md).
const slot = Symbol.for("stablecoin-checkout.client-address");
/** Set by the start script, which sees the socket; else how many proxies of plain `next start` are trusted. */
type Holder = { [slot]?: "socket" | number };

/** What a proxy says about the client; from anyone else it is a claim. */
const proxyHeader = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

const ownName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * For the start script: sets the client's address, and whether a program on this machine sent the request itself.
 * Behind `trustProxyHops` proxies the address is the one that the outermost of them saw: that many entries from the
 * right of X-Forwarded-For. With 0 hops all headers of proxies are removed, for Next would believe them.
 */
export function markClient({ headers, socket }: IncomingMessage, trustProxyHops: number): void {
  const seen = normaliseAddress(socket.remoteAddress ?? "") ?? "0.0.0.0";
  const claims = Object.keys(headers).filter((name) => proxyHeader.test(name));
  // A page of another site may have its own name lead here (DNS rebinding).
  const isFromHere = /^(?:::1$|127\.)/.test(seen) && claims.length === 0 && ownName.test(headers.host ?? "");
  headers[loopbackHeader] = String(isFromHere);
  if (trustProxyHops === 0) for (const name of claims) delete headers[name];
  headers[addressHeader] = forwardedAddress(String(headers["x-forwarded-for"] ?? ""), trustProxyHops) ?? seen;
}

function forwardedAddress(forwardedFor: string, trustProxyHops: number): string | null {
  if (trustProxyHops === 0) return null;
  const entries = forwardedFor.split(",");
  return normaliseAddress(entries.at(-Math.min(trustProxyHops, entries.length)) ?? "");
}

/**
 * @param source `socket` from the start script, whose requests carry what `markClient` saw; from the application how
 *   many proxies it trusts, which counts under plain `next start`
 * @returns whether the address of clients can be known
 */
export function prepareClientAddress(source: "socket" | number): boolean {
  const holder = globalThis as Holder;
  if (holder[slot] !== "socket") holder[slot] = source;
  return holder[slot] !== 0;
}

/** For the application: whom a request comes from; null where that cannot be known. */
export function readClientAddress(headers: Headers): string | null {
  const source = (globalThis as Holder)[slot];
  return typeof source === "number"
    ? forwardedAddress(headers.get("x-forwarded-for") ?? "", source)
    : headers.get(addressHeader);
}

/** For the application. Without our start script no request is known to come from this machine. */
export function isFromLoopback(headers: Headers): boolean {
  return (globalThis as Holder)[slot] === "socket" && headers.get(loopbackHeader) === "true";
}

/**
 * The bare address of a text, perhaps with port, brackets or zone, such as `[2001:db8::1]:443`; an IPv4-mapped one as
 * IPv4; null when it is none.
 */
export function normaliseAddress(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/, "");
  return isIP(address) === 0 ? null : address;
}

/**
 * The network that an IP address counts for: for IPv6 one customer's prefix, all of whose addresses are theirs (RFC
 * 6177); an IPv4 address written as IPv6 is the IPv4 address.
 *
 * @param address in the form of `setClientAddress`: bare, without zone
 * @example clientNetwork("2001:db8:0:7::1") // "2001:db8:0:7::/64"
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  // An IPv4 address written as IPv6 becomes the IPv4 address.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}
