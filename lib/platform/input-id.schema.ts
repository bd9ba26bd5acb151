import { z } from "zod";

/** An id of ours as somebody sends it: whatever has another form is none, and reaches no statement. */
export function inputId(prefix: string, what: string) {
  return z.string().regex(new RegExp(`^${prefix}_[0-9a-z]{26}$`), `must be the id of a ${what}`);
}
