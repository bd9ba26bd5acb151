import { z } from "zod";
import type { CheckoutClient } from "../../../packages/client/src/checkout-client";

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
