/** The prefix of an id; a lower-case ULID follows. */
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

/** The form of an id: its prefix and 26 characters. */
export function idPattern(prefix: IdPrefix): string {
  return `${prefix}_[0-9a-z]{26}`;
}

/** Whether a text has the form of an id. Other text never reaches a statement. */
export function hasIdForm(prefix: IdPrefix, text: string): boolean {
  return new RegExp(`^${idPattern(prefix)}$`).test(text);
}
