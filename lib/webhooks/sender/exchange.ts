import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import type { Dispatcher } from "undici";

export type Answer = { statusCode: number; retryAfter: string | null; body: Buffer };

/** There was no full answer in time. */
export class TimeIsUp extends Error {}

/**
 * The receiver closed a kept connection just when we wrote to it: the connection had answered before, and ended without
 * a byte of this answer. On a new connection the same end is the receiver's answer.
 */
export class StaleConnection extends Error {}

export const keptBodyBytes = 64 * 1024;

/** 1xx responses are unlimited otherwise, and each costs more than its bytes. */
const maxInterimAnswers = 16;

const connectionLost = new Set(["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"]);

/**
 * Sends one request, and reads its answer up to 64 KiB; leaving earlier closes the connection, and nothing more is read.
 *
 * @throws TimeIsUp, also before the connection opens: then nothing is sent
 * @throws StaleConnection
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const handler = new Exchange(
      (answer) => {
        clearTimeout(timer);
        resolve(answer);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
    const timer = setTimeout(() => handler.fail(new TimeIsUp()), timeoutMs);
    dispatcher.dispatch(request, handler);
  });
}

/** The exchange whose head undici is writing. It publishes the connection here alone, in the same tick. */
let starting: Exchange | null = null;

subscribe("undici:client:sendHeaders", (message) => {
  starting?.carryBy((message as { socket: Socket }).socket);
  starting = null;
});

/** Reads from undici's parser: streams, abort signals and their promises would cost more than the rest of a post. */
class Exchange implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private connection: { socket: Socket; bytesBefore: number } | null = null;
  private hasEnded = false;
  private interimAnswers = 0;
  private statusCode = 0;
  private retryAfter: string | null = null;
  private chunks: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly onAnswer: (answer: Answer) => void,
    private readonly onFailure: (error: Error) => void,
  ) {}

  carryBy(socket: Socket): void {
    this.connection = { socket, bytesBefore: socket.bytesRead };
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.hasEnded) controller.abort(new TimeIsUp());
    else starting = this;
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    statusCode: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (statusCode < 200) {
      this.interimAnswers += 1;
      if (this.interimAnswers > maxInterimAnswers)
        this.fail(new Error(`more than ${maxInterimAnswers} interim answers`));
      return;
    }
    const { "retry-after": retryAfter } = headers;
    this.statusCode = statusCode;
    this.retryAfter = (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk.subarray(0, keptBodyBytes - this.size));
    this.size += chunk.length;
    if (this.size <= keptBodyBytes) return;
    this.onResponseEnd();
    controller.abort(new Error("the rest is not wanted"));
  }

  onResponseEnd(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    const { statusCode, retryAfter } = this;
    this.onAnswer({ statusCode, retryAfter, body: Buffer.concat(this.chunks) });
  }

  onResponseError(_: unknown, error: Error): void {
    this.fail(this.isStale(error) ? new StaleConnection() : error);
  }

  fail(error: Error): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.onFailure(error);
    this.controller?.abort(error);
  }

  private isStale(error: Error): boolean {
    if (this.connection === null || !("code" in error)) return false;
    const { socket, bytesBefore } = this.connection;
    return bytesBefore > 0 && socket.bytesRead === bytesBefore && connectionLost.has(String(error.code));
  }
}
