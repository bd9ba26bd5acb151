import type { z } from "zod";
import { CheckoutError } from "@/lib/platform/errors.rules";

/** Reads what was said by its schema. @throws CheckoutError VALIDATION_ERROR naming each option at fault */
export function parseOptions<T extends z.ZodType>(schema: T, options: unknown): z.output<T> {
  const result = schema.safeParse(options);
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path: [name = "", ...rest], message }) =>
    [`--${String(name)}`, ...rest.map(String), message].join(" "),
  );
  throw new CheckoutError("VALIDATION_ERROR", faults.join("\n"));
}
