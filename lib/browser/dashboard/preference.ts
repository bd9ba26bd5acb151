const yearSeconds = 31_536_000;

/** Keeps a preference of this browser in a cookie, so that the server draws the next page with it; null forgets it. */
export function keepPreference(name: string, value: string | null, path = "/"): void {
  const life = value === null ? 0 : yearSeconds;
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet.
  document.cookie = `${name}=${value ?? ""}; path=${path}; max-age=${life}; samesite=lax${secure}`;
}
