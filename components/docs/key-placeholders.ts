export type KeyKind = "server" | "api";

/** What samples show in the place of a key. */
export const placeholders: Readonly<Record<KeyKind, string>> = { server: "svc_server_…", api: "svc_sk_…" };
