import { z } from "zod";
import {
  CheckoutApiError,
  type CheckoutClient,
  CheckoutConnectionError,
} from "../../../packages/client/src/checkout-client";

type Annotations = { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };

/** A tool, apart from the protocol. Its output never has a secret: no key, no claim link, no webhook secret. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  output: z.ZodObject;
  annotations: Annotations;
  /** @param input as the host sent it */
  run(client: CheckoutClient, input: unknown, signal: AbortSignal): Promise<Record<string, unknown>>;
};

export const reads: Annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

/** A tool whose work has the types of its schemas. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  tool: Omit<Tool, "input" | "output" | "run"> & {
    input: I;
    output: O;
    run(client: CheckoutClient, input: z.output<I>, signal: AbortSignal): Promise<z.input<O>>;
  },
): Tool {
  return {
    ...tool,
    run: async (client, input, signal) =>
      tool.output.parse(await tool.run(client, tool.input.parse(input), signal)),
  };
}

export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, "1 to 255 ASCII characters without spaces")
  .describe(
    "Your own name for this one act, such as refund-order-1042-1. If you repeat a call, send the same key: then it happens once.",
  );

/** A failure for the host: the API's code and message, each invalid field, and the request's id. */
export function toErrorText(error: unknown): string {
  if (error instanceof CheckoutApiError) {
    const fields = error.details.map(({ param, message }) => `${param} ${message}`);
    const invalid = fields.length === 0 ? "" : ` (${fields.join("; ")})`;
    const request = error.requestId === undefined ? "" : ` Request ${error.requestId}.`;
    return `${error.message}${invalid}${request}`;
  }
  if (error instanceof CheckoutConnectionError)
    return `${error.message}. It is unknown whether a write was carried out: repeat it with the same idempotencyKey.`;
  return error instanceof Error ? error.message : "the tool failed";
}

/** A part of a list, and whether it is all that was asked for. */
export type Found<T> = { items: T[]; isComplete: boolean };

/** Reads a list, newest first, down to the first entry that is too old, and no more than `limit` entries. */
export async function readList<T>(
  list: AsyncIterable<T>,
  { limit, isTooOld = () => false }: { limit: number; isTooOld?: (entry: T) => boolean },
): Promise<Found<T>> {
  const items: T[] = [];
  for await (const entry of list) {
    if (isTooOld(entry)) break;
    if (items.length === limit) return { items, isComplete: false };
    items.push(entry);
  }
  return { items, isComplete: true };
}
