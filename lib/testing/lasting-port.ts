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
