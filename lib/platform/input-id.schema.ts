import { z } from "zod";
import { type IdPrefix, idPattern } from "./ids.rules";

/** An id in a request. Text of another form is refused before it reaches a statement. */
export function inputId(prefix: IdPrefix, what: string) {
  return z.string().regex(new RegExp(`^${idPattern(prefix)}$`), `must be the id of a ${what}`);
}
