import { z } from "zod";

/** A failure (spec §7), with additive members. */
export const failure = z.object({
  ok: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    param: z.string().optional(),
    details: z.array(z.object({ param: z.string(), message: z.string() })).optional(),
  }),
});
export type Failure = z.infer<typeof failure>;
