import type { IdPrefix } from "./ids.rules";

/** A new unguessable id: the prefix, an underscore and a lower-case ULID. */
export type NewId = (prefix: IdPrefix) => string;
