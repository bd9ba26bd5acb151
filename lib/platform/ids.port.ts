export type IdPrefix =
  | "chk"
  | "prj"
  | "rfd"
  | "stl"
  | "pay"
  | "swp"
  | "rfp"
  | "evt"
  | "whe"
  | "whd"
  | "key"
  | "otx"
  | "usr"
  | "aut"
  | "inv"
  | "wch"
  | "ses"
  | "lnk";

/** A new unguessable id: the prefix, an underscore and a lower-case ULID. */
export type NewId = (prefix: IdPrefix) => string;
