import { z } from "zod";
import { parseUrl } from "@/lib/platform/values/url.rules";

/** The parts of a URL that we would have to ignore, in words; never their values, which may be secret. */
function partsBeyond(url: URL, allowed: { path: boolean }): string[] {
  return [
    ...(url.username === "" && url.password === "" ? [] : ["a user or password"]),
    ...(allowed.path || url.pathname === "/" ? [] : ["a path"]),
    ...(/^[^#]*\?/.test(url.href) ? ["a query"] : []),
    ...(url.href.includes("#") ? ["a fragment"] : []),
  ];
}

/**
 * A public URL of a service that can only be served from the root of its host. Everything after the host is refused, not
 * dropped; a trailing slash is fine.
 */
export const origin = z.string().transform((value, context): string => {
  const url = parseUrl(value);
  if (url === null || !/^https?:\/\//i.test(value)) {
    context.addIssue({ code: "custom", message: "must be a URL such as https://pay.example.com" });
    return z.NEVER;
  }
  const extra = partsBeyond(url, { path: false });
  if (extra.length === 0) return url.origin;
  context.addIssue({
    code: "custom",
    message: `has ${extra.join(" and ")}: remove it, as in ${url.origin}. Only a host of its own can be used, not a folder of another site`,
  });
  return z.NEVER;
});

/** Address of another service, to which paths are appended; without a trailing slash. TLS is an `s` more. */
export const serviceAddress = (protocol: "http" | "ws") =>
  z.string().transform((value, context): string => {
    const url = parseUrl(value);
    const extra = url === null ? [] : partsBeyond(url, { path: true });
    if (
      url !== null &&
      [`${protocol}:`, `${protocol}s:`].includes(url.protocol) &&
      url.hostname !== "" &&
      extra.length === 0
    )
      return value.replace(/\/+$/, "");
    const fault =
      extra.length > 0
        ? `has ${extra.join(" and ")}: remove it`
        : `must be a URL such as ${protocol}s://host.example, perhaps with a path`;
    context.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });
