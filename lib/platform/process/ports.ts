import { once } from "node:events";
import { createServer } from "node:net";

/** How many ports we try: then the machine is full of programs, and any of them would do. */
const tries = 100;

/** The next port above `port` that no program has; `port + 1` when none is found. */
export async function freePortAfter(port: number, host: string): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + tries, 65_535); next++) {
    const server = createServer().listen({ port: next, host });
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return next;
  }
  return port + 1;
}

export function portInUse(port: number, free: number): string {
  return `Port ${port} is in use by another program. Stop that program, or choose another port: PORT=${free}`;
}

export const isPortInUse = (line: string): boolean => /^Port \d+ is in use by another program\./.test(line);
