import { createServer } from "node:net";

/** The only interface that local processes listen on. */
export const loopback = "127.0.0.1";

/** Whether a TCP port on the loopback interface can be listened on now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== null;
}

/** A TCP port on the loopback interface that was free a moment ago: another process may still be faster. */
export async function findFreePort(): Promise<number> {
  const port = await listenOnce(0);
  if (port === null) throw new Error("The system has no free TCP port.");
  return port;
}

function listenOnce(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen({ port, host: loopback, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : null));
    });
  });
}
