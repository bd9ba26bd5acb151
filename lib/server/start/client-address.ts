import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** The header in which the application finds the client's address; only this process writes it. */
const clientAddressHeader = "x-client-address";

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

  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  const claimed =
    trustProxyHops === 0 ? undefined : forwarded.at(-Math.min(trustProxyHops, forwarded.length));
  headers[clientAddressHeader] = normaliseAddress(claimed ?? "") ?? seen;
}

/** As `setClientAddress` has left it. */
export function clientAddressOf({ headers }: Pick<IncomingMessage, "headers">): string {
  return String(headers[clientAddressHeader]);
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
