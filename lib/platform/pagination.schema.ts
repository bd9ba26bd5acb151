import { z } from "zod";
import { count } from "./answer-fields.schema";

/** A whole number in a query, which is text. */
function wholeNumber(min: number, max: number) {
  return z
    .string()
    .regex(/^\d{1,10}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be a whole number from ${min} to ${max}`)
    .meta({ type: "integer", minimum: min, maximum: max });
}

/** Which part of a list is asked for (spec §8). */
export const pageQuery = z.object({
  take: wholeNumber(1, 100).default(20).describe("How many, 1 to 100."),
  skip: wholeNumber(0, 2_147_483_647).default(0).describe("How many to leave out, from the newest."),
});
export type Page = z.output<typeof pageQuery>;

export const pagination = z.object({
  total: count.describe("How many there are in all."),
  take: count.describe("As it was asked for, or 20."),
  skip: count.describe("As it was asked for, or 0."),
});
export type Pagination = z.infer<typeof pagination>;

/** A part of a list, with how many there are in all. */
export type Paged<T> = { items: readonly T[]; total: number };
