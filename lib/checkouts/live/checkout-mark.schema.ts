import { z } from "zod";

/** What a stream tells: the mark by which the payment page knows whether it still shows how things are. */
export const checkoutMark = z
  .string()
  .describe("`data: ` and the mark, an opaque text, and an empty line after it.");
