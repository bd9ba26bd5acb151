export type KeyKind = "server" | "api";

/** What samples show in the place of a project's id. */
export const projectPlaceholder = "prj_…";

/** What samples show in the place of a key. */
export const placeholders: Readonly<Record<KeyKind, string>> = { server: "svc_server_…", api: "svc_sk_…" };

/** Placeholders of samples, with the value that the reader has for each. */
export type SampleValues = readonly (readonly [placeholder: string, value: string])[];
