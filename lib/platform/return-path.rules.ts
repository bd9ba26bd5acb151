const home = "/dashboard";

/** Stands for any own origin: what leaves it is another's. */
const base = "https://own.invalid";

/**
 * Where to go after signing in: a page of the dashboard, as its own address names it. Anything else, such as another
 * site's address in whatever spelling, becomes the dashboard's first page.
 *
 * @param wanted as it came in an address, decoded once
 * @example returnPath("/dashboard/projects/prj_1?status=PAID") // the same
 * @example returnPath("//evil.example") // "/dashboard"
 */
export function returnPath(wanted: string | null | undefined): string {
  // One slash, then a plain character: browsers read `/\` as `//`, and drop tabs and line breaks before they look.
  if (wanted === null || wanted === undefined || wanted.length > 2_000) return home;
  if (!/^\/dashboard(?:[/?#]|$)/.test(wanted) || /[\\\p{Cc}\p{Cf}\p{Z}]/u.test(wanted)) return home;
  let url: URL;
  try {
    url = new URL(wanted, base);
  } catch {
    return home;
  }
  // Dots are resolved by now, encoded ones too; what still has two slashes or an encoded one is no page of ours.
  const { origin, pathname, search, hash } = url;
  if (origin !== base || !/^\/dashboard(?:\/|$)/.test(pathname)) return home;
  if (pathname.includes("//") || /%(?:2f|5c|0|1|7f)/i.test(pathname)) return home;
  // Back at the door one would be let in, and sent here again.
  if (/^\/dashboard\/(?:sign-in|setup|reset)(?:\/|$)/.test(pathname)) return home;
  return pathname + search + hash;
}
