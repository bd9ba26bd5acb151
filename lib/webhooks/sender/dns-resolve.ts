import { Resolver } from "node:dns/promises";
import type { Resolve } from "./outgoing-address";

const maxLookupMs = 5_000;

/**
 * Asks name servers directly, for both kinds of addresses: `getaddrinfo` would block a thread for as long as they are
 * slow, and would read this machine's own list of names.
 *
 * @param servers as IP addresses with or without a port; the system's unless given
 */
export function createDnsResolve(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 });
    if (servers !== undefined) resolver.setServers(servers);
    // Several servers that are all silent would take longer than an attempt may.
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
