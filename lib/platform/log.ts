import { type DestinationStream, pino, stdSerializers, stdTimeFunctions } from "pino";
import { currentRequestId } from "@/lib/platform/tracing";
import { escapeText } from "@/lib/platform/values/text.rules";

/** Structured log; the implementation redacts secrets. */
export type Log = {
  /** For a person who follows one request; `LOG_LEVEL=debug` shows it. */
  debug?(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

const hidden = "[hidden]";

/** Names whose values are never written, at any depth. Compared without case, dashes and underscores. */
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

/** Secrets recognised by their form anywhere: in a message, a URL, an error. */
const secretTexts: readonly [RegExp, string][] = [
  [/\b(svc_server_|svc_sk_)[0-9A-Za-z]+/g, `$1${hidden}`],
  [/\bwhsec_[0-9A-Za-z+/=_-]+/g, `whsec_${hidden}`],
  [/\b(Bearer|Basic) [0-9A-Za-z+/=._~-]+/g, `$1 ${hidden}`],
  [/\/\/[^/\s"@]+:[^/\s"@]*@/g, `//${hidden}@`],
  // A signed transaction is longer than any other hexadecimal text.
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
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === null ? {} : { requestId };
      },
      timestamp: stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => withoutSecrets(fields, 0) as Record<string, unknown>,
      },
      hooks: {
        // JSON does not escape line separators and C1 controls.
        streamWrite: (line) => `${escapeText(withoutSecretTexts(line.trimEnd()))}\n`,
      },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  );
}

function withoutSecretTexts(line: string): string {
  return secretTexts.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}

/** A copy fit for JSON: secrets hidden, errors and bigints as text, limited depth. */
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
