import { isPortFree } from "@/lib/platform/process/ports";

/** By this process: what is to listen there may begin only later. */
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
