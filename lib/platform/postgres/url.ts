import { Client, type ClientConfig } from "pg";
import { fileFault } from "@/lib/platform/process/start-error";
import { escapeBarePercents } from "@/lib/platform/values/url.rules";

/** The parts of a database's address that the driver uses; it alone reads sockets, escapes and parameters. */
export type DatabaseAddress = {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string | undefined;
  ssl: ClientConfig["ssl"];
};

/**
 * Why the driver can't use an address; null for one that it can. Repeats no value of it but file names.
 */
export function databaseUrlFault(databaseUrl: string): string | null {
  if (!/^(?:postgres(?:ql)?:\/\/|socket:|\/)/.test(databaseUrl)) return "must be a postgresql:// address";
  if (/^[^/]*\/\/[^/?#]*,|[?&]host=[^&]*(?:,|%2C)/i.test(hostPart(databaseUrl)))
    return "names several hosts, and the driver connects to one: give the address that always leads to the primary";
  try {
    new Client({ connectionString: driverUrl(databaseUrl) });
    return null;
  } catch (error) {
    return explain(error);
  }
}

export function readDatabaseUrl(databaseUrl: string): DatabaseAddress {
  const {
    host,
    port,
    database = "",
    user = "",
    password,
    ssl,
  } = new Client({
    connectionString: driverUrl(databaseUrl),
  });
  return { host, port, database, user, password: password || undefined, ssl };
}

/** Without the user and password, whose commas are no list of hosts. */
function hostPart(databaseUrl: string): string {
  return databaseUrl.replace(/\/\/[^/?]*@/, "//");
}

function explain(error: unknown): string {
  if (error instanceof URIError)
    return "has a % that begins no character in user, password or database: write % as %25";
  const fault = fileFault(error);
  if (fault !== null) return `names a file for TLS: ${fault.says}; ${fault.todo}`;
  return "can't be read as an address: percent-encode / ? # @ % in user and password";
}

/**
 * The address as the driver gets it. Its next major version gives `require` and `verify-ca` libpq's weaker meaning; here
 * they keep checking authority and name, unless `uselibpqcompat=true` says otherwise. `sslrootcert=system` is libpq's
 * word for the public authorities, which Node trusts by itself.
 */
export function driverUrl(databaseUrl: string): string {
  // Beside a bare %, the driver leaves escapes such as %2F as they are.
  const escaped = escapeBarePercents(databaseUrl);
  const [address, query] = splitOnce(escaped, "?");
  if (query === undefined) return escaped;
  const parameters = query.split("&");
  const has = (parameter: string) => parameters.includes(parameter);
  const isSystem = has("sslrootcert=system");
  const kept = parameters
    .filter((parameter) => parameter !== "sslrootcert=system")
    .map((parameter) =>
      !has("uselibpqcompat=true") && /^sslmode=(?:prefer|require|verify-ca)$/.test(parameter)
        ? "sslmode=verify-full"
        : parameter,
    );
  if (isSystem && !kept.some((parameter) => parameter.startsWith("sslmode=")))
    kept.push("sslmode=verify-full");
  return kept.length === 0 ? address : `${address}?${kept.join("&")}`;
}

function splitOnce(text: string, at: string): [string, string?] {
  const index = text.indexOf(at);
  return index === -1 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}
