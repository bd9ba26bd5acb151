import { expect, it } from "vitest";
import { z } from "zod";
import "./primitives.schema";

const firstFault = (schema: z.ZodType, input: unknown) => schema.safeParse(input).error?.issues[0]?.message;

it.each([
  [z.string(), undefined, "is required"],
  [z.string(), 4, "must be text"],
  [z.int(), 0.5, "must be a whole number"],
  [z.number(), "4", "must be a number"],
  [z.boolean(), "yes", "must be true or false"],
  [z.enum(["FAST", "CAREFUL"]), "SLOW", 'must be one of FAST, CAREFUL, not "SLOW"'],
  [z.enum(["FAST", "CAREFUL"]), undefined, "must be one of FAST, CAREFUL"],
  [z.literal("json"), "xml", 'must be json, not "xml"'],
  [z.number().min(1), 0, "must be at least 1"],
  [z.number().positive(), 0, "must be above 0"],
  [z.number().max(10), 11, "must be at most 10"],
  [z.string().min(1), "", "must not be empty"],
  [z.string().max(2), "abc", "must have at most 2 characters"],
  [z.array(z.string()).min(1), [], "must have at least 1 entry"],
  [z.email(), "ada", "must be an e-mail address"],
  [z.strictObject({}), { colour: 1 }, "has unknown fields: colour"],
])("%# names the value that is wanted", (schema, input, message) => {
  expect(firstFault(schema, input)).toBe(message);
});

it("never repeats what is long or could be read as something else", () => {
  for (const hostile of ["<script>", "x".repeat(41), "\u202eabc", "a b"])
    expect(firstFault(z.enum(["FAST", "CAREFUL"]), hostile)).toBe("must be one of FAST, CAREFUL");
  expect(firstFault(z.strictObject({}), { "<b>": 1 })).toBe("has unknown fields: …");
});

it("leaves a schema's own words", () => {
  expect(firstFault(z.string().min(8, "Fill in your password."), "")).toBe("Fill in your password.");
});
