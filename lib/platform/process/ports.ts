import { createServer } from "node:net";

/** The only interface that local processes listen on. */
export const loopback = "127.0.0.1";

/** Whether a TCP port on the loopback interface can be listened on now. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await listenOnce(port)) !== null;
}

/** A TCP port on the loopback interface that is free now: another process may still take it. */
export async function findFreePort(): Promise<number> {
  const { port, release } = await holdFreePort();
  await release();
  return port;
}

type HeldPort = {
  port: number;
  /** Frees the port for its intended process. Safe to call twice. */
  release(): Promise<void>;
};

/** Reserves a TCP port on the loopback interface until it is released. */
export async function holdFreePort(): Promise<HeldPort> {
  const held = await listen(0);
  if (held === null) throw new Error("The system has no free TCP port.");
  return held;
}

async function listenOnce(port: number): Promise<number | null> {
  const held = await listen(port);
  await held?.release();
  return held?.port ?? null;
}

function listen(port: number): Promise<HeldPort | null> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy());
    server.once("error", () => resolve(null));
    server.listen({ port, host: loopback, exclusive: true }, () => {
      const address = server.address();
      if (typeof address !== "object" || address === null) return resolve(null);
      const release = () => new Promise<void>((released) => server.close(() => released()));
      resolve({ port: address.port, release });
    });
  });
}
