import { z } from "zod";

/** A failure (spec §7), with additional members. */
export const failure = z.object({
  ok: z.literal(false),
  error: z.object({
    code: z.string().describe("For programs: one of the documented codes."),
    message: z.string().describe("For people: what is wrong and what to do. The wording may change."),
    requestId: z.string().describe("As in x-request-id. Include it when you contact support."),
    param: z.string().optional().describe("The invalid field."),
    details: z
      .array(z.object({ param: z.string().describe("The invalid field."), message: z.string() }))
      .optional()
      .describe("Every invalid field, for a VALIDATION_ERROR."),
  }),
});
export type Failure = z.infer<typeof failure>;
