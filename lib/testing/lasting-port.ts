import { isPortFree } from "@/lib/platform/process/processes";

/** Given out by this process: the listener may start later. */
const given = new Set<number>();

/**
 * A free TCP port on the loopback interface that the system gives to no one by itself: anyone who stops listening there
 * finds it free again.
 */
export async function findLastingPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (given.has(port) || !(await isPortFree(port))) continue;
    given.add(port);
    return port;
  }
}

const perMinute = "1000000000";

/** For a service that serves whole suites or a bench from one address: settings with which it counts and never refuses. */
export const generousLimits = {
  RATE_LIMIT_PROJECT_PER_MINUTE: perMinute,
  RATE_LIMIT_SERVER_PER_MINUTE: perMinute,
  RATE_LIMIT_PUBLIC_PER_MINUTE: perMinute,
  RATE_LIMIT_PUBLIC_IP_PER_MINUTE: perMinute,
  RATE_LIMIT_PAGE_PER_MINUTE: perMinute,
  RATE_LIMIT_ACTION_PER_MINUTE: perMinute,
  RATE_LIMIT_FAILED_KEYS_PER_MINUTE: perMinute,
  RATE_LIMIT_SIGN_IN_PER_MINUTE: perMinute,
  RATE_LIMIT_SIGN_IN_IP_PER_MINUTE: perMinute,
  LIVE_STREAMS_PER_ADDRESS: "100000",
} as const;
