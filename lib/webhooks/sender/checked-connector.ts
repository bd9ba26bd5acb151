import { isIPv6 } from "node:net";
import { buildConnector } from "undici";
import { type OutgoingPolicy, type Resolve, resolveSendable } from "./outgoing-address";

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
export function createCheckedConnector(
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
      // Not even NODE_TLS_REJECT_UNAUTHORIZED=0 sends events to whoever answers.
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
