import type { z } from "zod";
import { settings } from "./env";

type Name = keyof typeof settings.shape;
/** The meaning of a setting; `preset` where the schema's own default would not be understood, or another rule holds. */
type Help = string | { meaning: string; preset: string };
type Section = { title: string; rows: Readonly<Partial<Record<Name, Help>>> };

const keystore = (wallet: string): Pick<Section["rows"], never> => ({
  [`${wallet}_KEYSTORE_FILE`]: "an encrypted keystore in place of the key",
  [`${wallet}_KEYSTORE_PASSWORD`]: "its password",
  [`${wallet}_KEYSTORE_PASSWORD_FILE`]: "or a file with the password",
});
const required = (meaning: string): Help => ({ meaning, preset: "required" });

/** What an operator has to know of each setting; the tests ask for all of them. */
const sections: readonly Section[] = [
  {
    title: "Service",
    rows: {
      BASE_URL: required("https origin under which the service is reached"),
      CHECKOUT_PAGE_URL: {
        meaning: "https origin of the customers' pages, if that is another host",
        preset: "`BASE_URL`",
      },
      HOST: "address on which it listens",
      PORT: "port on which it listens",
      WEBHOOK_ALLOW_HOSTS:
        "hosts that are not public and that webhooks may reach, see [private receivers](private-receivers.md): `shop.internal,10.0.0.0/8`",
      TRUST_PROXY_HOPS: "proxies in front that append to `X-Forwarded-For`",
      OPERATOR_TOKEN: "opens the details of `/readyz` from elsewhere: `openssl rand -hex 32`",
      METRICS_TOKEN: "opens `/metrics` to Prometheus from elsewhere: `openssl rand -hex 32`",
      OTEL_EXPORTER_OTLP_ENDPOINT:
        "sends traces to an OpenTelemetry collector, see [monitoring](monitoring.md): `http://127.0.0.1:4318`",
      LOG_LEVEL: "`debug`, `info`, `warn`, `error` or `silent`",
      APP_MODE: "`production`, `demo`, `development` or `test`; the commands set it",
    },
  },
  {
    title: "Database",
    rows: {
      DATABASE_URL: {
        meaning: "`postgresql://…`, see [database](database.md)",
        preset: "a PostgreSQL of its own under `.data/app`",
      },
      DATABASE_DIRECT_URL: {
        meaning:
          "the same database without the pooler: for migrations, backups and notifications, see [database](database.md)",
        preset: "`DATABASE_URL`",
      },
      DATABASE_POOL_SIZE: "connections that each process keeps",
      DATA_KEY: required(
        "32 bytes in base64 (`openssl rand -base64 32`); encrypts webhook secrets and stored responses",
      ),
      DATA_KEY_PREVIOUS: "the previous key, until `npm run rotate-data-key` has encrypted every secret again",
    },
  },
  {
    title: "Chains and wallets",
    rows: {
      CHAINS: required("JSON: the chains and their nodes, see [chains and nodes](chains-and-nodes.md)"),
      OPERATOR_PRIVATE_KEY: {
        meaning:
          "the wallet that sends settlements and pays gas, see [wallets and keys](wallets-and-keys.md)",
        preset: "required, or a keystore",
      },
      ...keystore("OPERATOR"),
      REFUND_PRIVATE_KEY: {
        meaning: "the wallet that refunds in convenient mode and sweeps to contract wallets",
        preset: "required, or a keystore, or `REFUND_AUTHORITY`",
      },
      ...keystore("REFUND"),
      REFUND_AUTHORITY: "that wallet's address, if its key is kept elsewhere",
      REFUND_DAILY_CAP_TOKENS: {
        meaning: "the most that wallet refunds per chain and day (UTC), in tokens; the rest waits",
        preset: "10000",
      },
      GASLESS_DAILY_GAS_PER_PROJECT: "gas for gasless payments, per project in 24 hours; 0 turns them off",
      GASLESS_MAX_GAS_PER_RELAY: "gas for one gasless payment",
    },
  },
  {
    title: "Prices",
    rows: {
      FIAT_CURRENCIES: {
        meaning: "codes separated by commas, to offer fewer than the service knows: `USD,EUR`",
        preset: "all",
      },
      COINGECKO_API_KEY: "a key for CoinGecko",
      COINGECKO_URL: "address of CoinGecko's rates",
      COINBASE_URL: "address of Coinbase's rates",
      KRAKEN_URL: "address of Kraken's rates",
    },
  },
  {
    title: "Limits",
    rows: {
      RATE_LIMIT_SERVER_PER_MINUTE:
        "requests to the Server API per project; `projects limit` overrides it for one",
      RATE_LIMIT_PROJECT_PER_MINUTE: "requests to the project-scoped API for each project",
      RATE_LIMIT_PUBLIC_PER_MINUTE: "requests without a server key, for each checkout and client address",
      RATE_LIMIT_PUBLIC_IP_PER_MINUTE: "the same over all checkouts",
      RATE_LIMIT_PAGE_PER_MINUTE:
        "customers' pages for each client address; twice as many for the dashboard, four times for its prefetches",
      RATE_LIMIT_ACTION_PER_MINUTE:
        "selections, signatures and hashes for each checkout and client address; ten times as many for each checkout",
      RATE_LIMIT_FAILED_KEYS_PER_MINUTE: "unknown keys, for each client address",
      RATE_LIMIT_SIGN_IN_PER_MINUTE: "attempts to sign in, for each account",
      RATE_LIMIT_SIGN_IN_IP_PER_MINUTE: "the same for each client address",
      LIVE_STREAMS_MAX: "payment pages to which one process pushes changes; further pages poll",
      LIVE_STREAMS_PER_ADDRESS: "the same for each client address",
    },
  },
  {
    title: "Mail and sign-in",
    rows: {
      SMTP_URL: "the mail server, see [mail](mail.md)",
      MAIL_FROM: "the sender; required with `SMTP_URL`",
      OPERATOR_EMAIL: "receives incidents",
      GOOGLE_CLIENT_ID:
        "lets people sign in with Google; redirect address `BASE_URL/api/auth/callback/google`",
      GOOGLE_CLIENT_SECRET: "its secret",
      GITHUB_CLIENT_ID:
        "lets people sign in with GitHub; redirect address `BASE_URL/api/auth/callback/github`",
      GITHUB_CLIENT_SECRET: "its secret",
    },
  },
  {
    title: "Wallets on other devices",
    rows: {
      WALLETCONNECT_PROJECT_ID: "turns on WalletConnect; without it, pages load none of its code",
      WALLETCONNECT_RELAY_URL: "the relay",
    },
  },
  {
    title: "Background work",
    rows: {
      INNGEST_EVENT_KEY: "lets an Inngest server run the work, see [scaling](background-work-and-scaling.md)",
      INNGEST_SIGNING_KEY: "the key that signs requests between the two",
      INNGEST_SIGNING_KEY_FALLBACK: "the other signing key while you replace it",
      INNGEST_BASE_URL: "address of your own Inngest server",
      INNGEST_SERVE_ORIGIN: { meaning: "address at which it reaches the service", preset: "`BASE_URL`" },
    },
  },
  {
    title: "Demo and tests: production refuses these",
    rows: {
      WEBHOOK_ALLOW_PRIVATE: "webhook receivers on this machine, with any scheme and port; the demo sets it",
      DEMO_FIXED_RATES: "exchange rates as JSON; an unknown token or currency is refused",
      DEMO_SHOP: "keys of the demo shop",
      DEMO_PAYER_ADDRESS: "the wallet that pays on local chains",
      DEMO_MERCHANT_ADDRESSES: "the wallets that sign as merchants there",
      INNGEST_DEV: "the mode of an Inngest server for development",
      KILL_POINT: "ends the process at a named point, for crash tests",
    },
  },
];

/** Every setting as Markdown, with its default as the schema has it. */
export function settingsTable(): string {
  return sections
    .map(({ title, rows }) => {
      const cells = Object.entries(rows).map(([name, help]) => {
        const { meaning, preset } =
          typeof help === "string" ? { meaning: help, preset: presetOf(name as Name) } : help;
        return [`\`${name}\``, meaning, preset];
      });
      return `## ${title}\n\n${aligned([["Variable", "Meaning", "Default"], ...cells])}`;
    })
    .join("\n\n");
}

/** A table of Markdown as Biome formats it; the first row is its head. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}

/** Every setting that the table explains. */
export const explainedSettings: readonly string[] = sections.flatMap(({ rows }) => Object.keys(rows));

function presetOf(name: Name): string {
  const preset = defaultOf(settings.shape[name]);
  if (preset === undefined || preset === false || (Array.isArray(preset) && preset.length === 0)) return "–";
  return `\`${preset}\``;
}

/** What the schema, or the schema before its transformation, takes for a variable that is not set. */
function defaultOf(schema: z.core.$ZodType): unknown {
  const { def } = schema._zod;
  if ("defaultValue" in def) return def.defaultValue;
  return "in" in def ? defaultOf(def.in as z.core.$ZodType) : undefined;
}
