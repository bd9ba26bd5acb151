import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { normaliseAddress } from "./client-address";

const header = "x-from-loopback";

// Next's modules and the start script share nothing but `globalThis` (docs/decisions/001-plain-next.md).
const slot = Symbol.for("stablecoin-checkout.loopback-proof");
type Holder = { [slot]?: string };

/** What a proxy adds: a request that it passes on comes from elsewhere. */
const passedOn = /^(?:forwarded|via|x-real-ip|x-forwarded-.*)$/;

const ownName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/**
 * For the start script: marks a request that a program on this machine sent itself, by a value that no client knows.
 *
 * @param request before `setClientAddress` removes what proxies said
 */
export function markLoopback({ headers, socket }: IncomingMessage): void {
  delete headers[header];
  const address = normaliseAddress(socket.remoteAddress ?? "") ?? "";
  const isLoopback = address === "::1" || address.startsWith("127.");
  if (!isLoopback || Object.keys(headers).some((name) => passedOn.test(name))) return;
  // A page of another site may have its own name lead here (DNS rebinding).
  if (!ownName.test(headers.host ?? "")) return;
  const holder = globalThis as Holder;
  holder[slot] ??= randomUUID();
  headers[header] = holder[slot];
}

/** For the application. Without our start script no request is known to come from this machine. */
export function isFromLoopback(headers: Headers): boolean {
  const proof = (globalThis as Holder)[slot];
  return proof !== undefined && headers.get(header) === proof;
}
