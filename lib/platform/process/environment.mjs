/**
 * How a setting is read from the environment, for every program: also for those that run before the application or
 * without its compiler. It needs nothing but Node.
 */

/**
 * A setting's value as its author meant it. `docker --env-file` and `kubectl --from-env-file` keep the quotation marks
 * and trailing spaces of a line, and a shell keeps the CR of a file from Windows.
 *
 * @example settingText("PORT", "'3000'\r") // "3000"
 */
export function settingText(name, value) {
  const trimmed = value.trim();
  if (isQuoted(trimmed)) return trimmed.slice(1, -1);
  // Spaces at the ends of a password may be part of it.
  return name.endsWith("_PASSWORD") ? value.replace(/\r$/, "") : trimmed;
}

/** Whether the value has a pair of quotation marks around it, which `settingText` removes. */
export function isQuoted(value) {
  return /^(["']).*\1$/s.test(value.trim());
}

/**
 * Where a program on this machine reaches a server that listens at HOST and PORT: at that address, and for all
 * addresses at loopback.
 */
export function ownServer({ HOST = "", PORT = "" }) {
  const host = settingText("HOST", HOST) || "127.0.0.1";
  const everywhere = { "0.0.0.0": "127.0.0.1", "::": "::1" };
  return { host: everywhere[host] ?? host, port: Number(settingText("PORT", PORT) || 3000) };
}
