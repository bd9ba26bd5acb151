import { z } from "zod";

/** A failure (spec §7), with additional members. */
export const failure = z.object({
  ok: z.literal(false),
  error: z.object({
    code: z.string().describe("For programs: one of the documented codes."),
    message: z.string().describe("For people: what is wrong, and the way out. Its wording may change."),
    requestId: z.string().describe("As in x-request-id: name it when you ask about it."),
    param: z.string().optional().describe("The field at fault."),
    details: z
      .array(z.object({ param: z.string().describe("The field at fault."), message: z.string() }))
      .optional()
      .describe("Every field at fault; of a VALIDATION_ERROR."),
  }),
});
export type Failure = z.infer<typeof failure>;
