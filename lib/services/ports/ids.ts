export type IdPrefix =
  | "chk"
  | "prj"
  | "rfd"
  | "stl"
  | "pay"
  | "swp"
  | "evt"
  | "whe"
  | "whd"
  | "key"
  | "otx"
  | "usr";

/** A new unguessable id: the prefix, an underscore and a lower-case ULID. */
export type NewId = (prefix: IdPrefix) => string;
