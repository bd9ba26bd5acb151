import { type DestinationStream, pino, stdSerializers, stdTimeFunctions } from "pino";
import { escapeText } from "@/lib/platform/values/text.rules";

/** Structured log, with the redaction of the adapter behind it. */
export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const hidden = "[hidden]";

/** Names under which no value is ever written, at whatever depth. Compared without case, dashes and underscores. */
const secretNames = new Set([
  "apikey",
  "authorization",
  "cookie",
  "datakey",
  "databaseurl",
  "mnemonic",
  "operatorprivatekey",
  "operatortoken",
  "password",
  "privatekey",
  "rawtransaction",
  "rpcurl",
  "rpcurls",
  "secret",
  "secrets",
  "serverkey",
  "sessiontoken",
  "setcookie",
  "signature",
  "signingkey",
  "accesstoken",
  "invitationtoken",
  "resettoken",
  "webhooksecret",
  "webhooksignature",
  "xapikey",
  "xsvcsignature",
]);

/** Secrets that are known by their look, wherever they stand: in a message, a URL, an error. */
const secretTexts: readonly [RegExp, string][] = [
  [/\b(svc_server_|svc_sk_)[0-9A-Za-z]+/g, `$1${hidden}`],
  [/\bwhsec_[0-9A-Za-z+/=_-]+/g, `whsec_${hidden}`],
  [/\b(Bearer|Basic) [0-9A-Za-z+/=._~-]+/g, `$1 ${hidden}`],
  [/\/\/[^/\s"@]+:[^/\s"@]*@/g, `//${hidden}@`],
  // A signed transaction is longer than anything else that is written in hexadecimal.
  [/0x[0-9a-fA-F]{200,}/g, `0x${hidden}`],
];

const maxDepth = 6;

/**
 * A log of JSON lines without secrets.
 * @param destination standard output unless given
 */
export function createLog(
  level: "debug" | "info" | "warn" | "error" | "silent",
  destination?: DestinationStream,
): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => withoutSecrets(fields, 0) as Record<string, unknown>,
      },
      hooks: {
        // JSON leaves line separators and C1 controls as they are.
        streamWrite: (line) => `${escapeText(withoutSecretTexts(line.trimEnd()))}\n`,
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

function withoutSecretTexts(line: string): string {
  return secretTexts.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

/** A copy fit for JSON: secrets hidden, errors and bigints in words, no deeper than a few levels. */
function withoutSecrets(value: unknown, depth: number): unknown {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (value instanceof Error) return withoutSecrets({ ...stdSerializers.err(value) }, depth + 1);
  if (depth >= maxDepth) return "[deeper]";
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretNames.has(name.toLowerCase().replace(/[-_]/g, "")) ? hidden : withoutSecrets(inner, depth + 1),
    ]),
  );
}
