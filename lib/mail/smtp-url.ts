import { parseUrl } from "@/lib/platform/parse-url.rules";

/** A mail server and how to log in there. */
export type SmtpServer = {
  host: string;
  port: number;
  /** TLS from the first byte; else the connection is upgraded by STARTTLS where the server offers it. */
  implicitTls: boolean;
  /** Then a connection without TLS is given up before the password is sent. */
  login: { user: string; password: string } | null;
};

const defaultPorts = { "smtp:": 587, "smtps:": 465 } as const;

/**
 * @param text `smtp[s]://[user:password@]host[:port]`, user and password percent-encoded
 * @returns null for anything else
 * @example parseSmtpUrl("smtps://shop:p%40ss@mail.example.com")
 */
export function parseSmtpUrl(text: string): SmtpServer | null {
  const url = parseUrl(text);
  if (url === null) return null;
  const { protocol, hostname, port, username, password, pathname, search, hash } = url;
  if (protocol !== "smtp:" && protocol !== "smtps:") return null;
  // Options in the address could turn off what protects the password.
  if (hostname === "" || !["", "/"].includes(pathname) || search !== "" || hash !== "") return null;
  const login = decodedLogin(username, password);
  if (login === undefined) return null;
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? defaultPorts[protocol] : Number(port),
    implicitTls: protocol === "smtps:",
    login,
  };
}

/** Undefined when only half of it is there, or it is encoded wrongly. */
function decodedLogin(user: string, password: string): SmtpServer["login"] | undefined {
  if (user === "" && password === "") return null;
  if (user === "" || password === "") return undefined;
  try {
    return { user: decodeURIComponent(user), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}
