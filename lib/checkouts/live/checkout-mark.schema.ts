import { z } from "zod";

/** A stream's message: a mark that tells the payment page whether it is still up to date. */
export const checkoutMark = z
  .string()
  .describe("`data: ` and the mark, an opaque text, followed by an empty line.");
