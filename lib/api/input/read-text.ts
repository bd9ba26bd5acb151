import "server-only";
import { CheckoutError } from "@/lib/platform/errors.rules";

/** A body of text, of at most `maxBytes`. @throws CheckoutError PAYLOAD_TOO_LARGE, VALIDATION_ERROR */
export async function readText(request: Request, maxBytes: number): Promise<string> {
  return decode(await readBytes(request, maxBytes));
}

/**
 * A body of at most `maxBytes`. Bytes are counted as they come: what Content-Length says is no reason to hold more.
 *
 * @throws CheckoutError PAYLOAD_TOO_LARGE, VALIDATION_ERROR
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  for (let part = await readPart(reader); !part.done; part = await readPart(reader)) {
    size += part.value.length;
    if (size > maxBytes) {
      void discard(reader);
      throw tooLarge(maxBytes);
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

/** A sender who goes away in the middle is no failure of ours. */
async function readPart(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw new CheckoutError("VALIDATION_ERROR", "The body ended before it was complete.", { cause });
  }
}

/** Left unread or cancelled, the rest would stand in the connection and hold up the next request on it. */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The connection ended, and the rest with it.
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CheckoutError("VALIDATION_ERROR", "The body is not UTF-8.");
  }
}

export function tooLarge(maxBytes: number): CheckoutError {
  return new CheckoutError("PAYLOAD_TOO_LARGE", `The body may have at most ${maxBytes} bytes.`);
}
