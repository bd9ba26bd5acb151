import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";

/** A request on its way, and the connection that carries it once its head was written. */
type Carried = { connection?: { socket: Socket; bytesBefore: number } };

const current = new AsyncLocalStorage<Carried>();
const requests = new WeakMap<object, Carried>();

// undici publishes which socket carries a request here alone.
subscribe("undici:request:create", (message) => {
  const carried = current.getStore();
  if (carried !== undefined) requests.set((message as { request: object }).request, carried);
});
subscribe("undici:client:sendHeaders", (message) => {
  const { request, socket } = message as { request: object; socket: Socket };
  const carried = requests.get(request);
  if (carried !== undefined) carried.connection = { socket, bytesBefore: socket.bytesRead };
});

const connectionLost = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * Sends, and sends once more when the receiver closed a kept connection just when we wrote to it: the connection had
 * answered before, and ended without a byte of this answer. On a new connection the same end is the receiver's answer.
 *
 * @param send sends on any connection
 * @param sendAgain sends on a new one
 */
export async function withFreshConnection<T>(
  send: () => Promise<T>,
  sendAgain: () => Promise<T>,
): Promise<T> {
  const carried: Carried = {};
  try {
    return await current.run(carried, send);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const { socket, bytesBefore = 0 } = carried.connection ?? {};
    if (bytesBefore === 0 || socket?.bytesRead !== bytesBefore || !connectionLost.has(code)) throw error;
    return sendAgain();
  }
}
