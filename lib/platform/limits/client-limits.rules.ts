/** At most `most` requests in any span of `windowMs`. */
export type Limit = {
  /** What it counts by, such as `server:prj_…`; the same on every instance. */
  bucket: string;
  most: number;
  /** A minute if absent; up to a day. A bucket always has the same. */
  windowMs?: number;
  /** Counted for several clients together: a full one still admits a client with fewer than `free` of its own in it. */
  shared?: { client: string; free: number };
};

/**
 * The networks of a client, narrowest first. A provider gives one customer a /64, a /56 or a /48, so its holder is
 * counted in all three.
 *
 * @param network from `clientNetwork`
 * @example networksOf("2001:db8:0:712::/64") // ["2001:db8:0:712::/64", "2001:db8:0:700::/56", "2001:db8:0::/48"]
 */
export function networksOf(network: string): readonly string[] {
  const match = /^((?:[0-9a-f]+:){3})([0-9a-f]+)::\/64$/.exec(network);
  const [, site = "", subnet = ""] = match ?? [];
  if (match === null) return [network];
  const group = (Number.parseInt(subnet, 16) & 0xff00).toString(16);
  return [network, `${site}${group}::/56`, `${site}:/48`];
}

/** The maximum of the settings and of the database's counter. */
export const mostCounted = 1_000_000_000;

/** A wider network may hold several customers: each step has this many times the limit. */
const growth = 4;

/** A client's limit for its network at this place in `networksOf`. */
export function widened(most: number, step: number): number {
  return Math.min(most * growth ** step, mostCounted);
}

/**
 * A limit for one client, also counted for the wider networks that it may hold.
 *
 * @param bucket what is counted; its name is followed by the network
 * @param network from `clientNetwork`
 */
export function limitsOfClient<More extends object>(
  { bucket, most, ...more }: Limit & More,
  network: string,
): (Limit & More)[] {
  return networksOf(network).map((each, step) => ({
    ...(more as unknown as More),
    bucket: `${bucket}:${each}`,
    most: widened(most, step),
  }));
}

/** A client that used a shared limit fewer times has this many, although strangers have used it up. */
export const freePerClient = 3;

/**
 * A limit over all clients, which refuses only those that used it themselves: strangers can't use it up for a customer.
 *
 * @param network from `clientNetwork`
 */
export function sharedLimit<More extends object>(limit: Limit & More, network: string): Limit & More {
  return {
    ...limit,
    most: Math.min(limit.most, mostCounted),
    shared: { client: network, free: freePerClient },
  };
}

/** How often one client may do something, and all clients together. */
export type AmongClients = { bucket: string; each: number; all: number; windowMs: number };

/** Limits for one client, its wider networks, and all clients together, whose limit is shared. */
export function limitsAmongClients({ bucket, each, all, windowMs }: AmongClients, client: string): Limit[] {
  return [
    ...limitsOfClient({ bucket, most: each, windowMs }, client),
    sharedLimit({ bucket, most: all, windowMs }, client),
  ];
}
