import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** The header in which the application finds the client's address; only this process writes it. */
const clientAddressHeader = "x-client-address";

// Next's modules and the start script share nothing but `globalThis` (docs/decisions/001-plain-next.md).
const slot = Symbol.for("stablecoin-checkout.client-address");
/** Set by the start script, which sees the socket; else how many proxies of plain `next start` are trusted. */
type Holder = { [slot]?: "socket" | number };

/** What a proxy says about the client; from anyone else it is a claim. */
const forwardedHeaders = [
  "forwarded",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-proto",
  "x-real-ip",
];

/**
 * Sets `x-client-address` from the connection, replacing whatever the client sent. Behind `trustProxyHops`
 * proxies the address is the one that the outermost of them saw: that many entries from the right of
 * X-Forwarded-For. With 0 hops all forwarding headers are removed, for Next would believe them.
 */
export function setClientAddress(request: IncomingMessage, trustProxyHops: number): void {
  const { headers } = request;
  const seen = normaliseAddress(request.socket.remoteAddress ?? "") ?? "0.0.0.0";
  if (trustProxyHops === 0) for (const name of forwardedHeaders) delete headers[name];

  headers[clientAddressHeader] =
    forwardedAddress(String(headers["x-forwarded-for"] ?? ""), trustProxyHops) ?? seen;
}

function forwardedAddress(forwardedFor: string, trustProxyHops: number): string | null {
  if (trustProxyHops === 0) return null;
  const entries = forwardedFor.split(",");
  return normaliseAddress(entries.at(-Math.min(trustProxyHops, entries.length)) ?? "");
}

/** For the start script: from now on every request carries the address that it saw. */
export function announceClientAddress(): void {
  (globalThis as Holder)[slot] = "socket";
}

/**
 * For the application, when it starts.
 *
 * @returns whether the address of clients can be known: from our start script, or under plain `next start` from a
 *   proxy that appends to X-Forwarded-For
 */
export function prepareClientAddress(trustProxyHops: number): boolean {
  const holder = globalThis as Holder;
  if (holder[slot] !== "socket") holder[slot] = trustProxyHops;
  return holder[slot] !== 0;
}

/** For the application: whom a request comes from; null where that cannot be known. */
export function readClientAddress(headers: Headers): string | null {
  const source = (globalThis as Holder)[slot];
  return typeof source === "number"
    ? forwardedAddress(headers.get("x-forwarded-for") ?? "", source)
    : headers.get(clientAddressHeader);
}

/**
 * @param text an address, perhaps with port, brackets or zone, such as `[2001:db8::1]:443`
 * @returns the bare address, IPv4-mapped ones as IPv4; null when it is none
 * @example normaliseAddress("::ffff:192.0.2.1") // "192.0.2.1"
 */
export function normaliseAddress(text: string): string | null {
  const trimmed = text.trim().toLowerCase();
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(trimmed)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(trimmed)?.[1] ?? trimmed;
  const address = bare.replace(/%.*$/, "").replace(/^::ffff:(?=\d+\.)/, "");
  return isIP(address) === 0 ? null : address;
}
