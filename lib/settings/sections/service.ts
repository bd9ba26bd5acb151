import { z } from "zod";
import { type AllowedHost, parseAllowedHost } from "@/lib/webhooks/sender/allowed-hosts";
import {
  credential,
  help,
  hexAddress,
  json,
  origin,
  serviceAddress,
  settingObject,
  wholeNumber,
} from "../values";

const bearerToken = z
  .string()
  .regex(
    /^[!-~]{32,512}$/,
    "must have 32 to 512 visible ASCII characters, as openssl rand -hex 32 gives them",
  );
const hostList = z.string().transform((value, context): readonly AllowedHost[] => {
  const entries = value.split(",").map((entry) => parseAllowedHost(entry.trim()));
  for (const entry of entries)
    if (typeof entry === "string") context.addIssue({ code: "custom", message: entry });
  return entries.filter((entry) => typeof entry !== "string");
});

const hexKey = "create one: openssl rand -hex 32";
const baseUrl = "the https origin under which customers reach the service: https://pay.example.com";

export const serviceSettings = z.object({
  BASE_URL: origin.optional().register(help, {
    meaning: "https origin under which the service is reached",
    preset: "required",
    missing: baseUrl,
    wrong: baseUrl,
  }),
  CHECKOUT_PAGE_URL: origin.optional().register(help, {
    meaning: "https origin of the customers' pages, if that is another host",
    preset: "`BASE_URL`",
    wrong: "the https origin of the customers' pages: https://checkout.example.com",
  }),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, "must be an IP address without brackets, or a host name")
    .default("127.0.0.1")
    .register(help, { meaning: "address on which it listens" }),
  PORT: wholeNumber(1, 65_535).default(3000).register(help, { meaning: "port on which it listens" }),
  WEBHOOK_ALLOW_HOSTS: hostList.default([]).register(help, {
    meaning:
      "hosts that are not public and that webhooks may reach, see [private receivers](private-receivers.md): `shop.internal,10.0.0.0/8`",
  }),
  TRUST_PROXY_HOPS: wholeNumber(0, 10)
    .default(0)
    .register(help, { meaning: "proxies in front that append to `X-Forwarded-For`" }),
  OPERATOR_TOKEN: bearerToken.optional().register(help, {
    meaning: "opens the details of `/readyz` from elsewhere: `openssl rand -hex 32`",
    wrong: hexKey,
  }),
  METRICS_TOKEN: bearerToken.optional().register(help, {
    meaning: "opens `/metrics` to Prometheus from elsewhere: `openssl rand -hex 32`",
    wrong: hexKey,
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: serviceAddress("http").optional().register(help, {
    meaning:
      "sends traces to an OpenTelemetry collector, see [monitoring](monitoring.md): `http://127.0.0.1:4318`",
  }),
  LOG_LEVEL: z
    .enum(["debug", "info", "warn", "error", "silent"])
    .default("info")
    .register(help, { meaning: "`debug`, `info`, `warn`, `error` or `silent`" }),
  APP_MODE: z
    .enum(["production", "demo", "development", "test"])
    .default("production")
    .register(help, { meaning: "`production`, `demo`, `development` or `test`; the commands set it" }),
});

const perMinute = (preset: number, meaning: string) =>
  wholeNumber(1, 1_000_000_000).default(preset).register(help, { meaning });
const streams = (preset: number, meaning: string) =>
  wholeNumber(0, 100_000).default(preset).register(help, { meaning });

export const limitSettings = z.object({
  RATE_LIMIT_SERVER_PER_MINUTE: perMinute(
    1_000,
    "requests to the Server API per project; `projects limit` overrides it for one",
  ),
  RATE_LIMIT_PROJECT_PER_MINUTE: perMinute(100, "requests to the project-scoped API for each project"),
  RATE_LIMIT_PUBLIC_PER_MINUTE: perMinute(
    120,
    "requests without a server key, for each checkout and client address",
  ),
  RATE_LIMIT_PUBLIC_IP_PER_MINUTE: perMinute(300, "the same over all checkouts"),
  RATE_LIMIT_PAGE_PER_MINUTE: perMinute(
    300,
    "customers' pages for each client address; twice as many for the dashboard, four times for its prefetches",
  ),
  RATE_LIMIT_ACTION_PER_MINUTE: perMinute(
    10,
    "selections, signatures and hashes for each checkout and client address, ten times as many for each checkout; pictures and PDFs to draw, for each client address",
  ),
  RATE_LIMIT_FAILED_KEYS_PER_MINUTE: perMinute(30, "unknown keys, for each client address"),
  RATE_LIMIT_SIGN_IN_PER_MINUTE: perMinute(10, "attempts to sign in, for each account"),
  RATE_LIMIT_SIGN_IN_IP_PER_MINUTE: perMinute(30, "the same for each client address"),
  LIVE_STREAMS_MAX: streams(
    5_000,
    "payment pages to which one process pushes changes, at most a quarter of the files that it may have open; further pages poll",
  ),
  LIVE_STREAMS_PER_ADDRESS: streams(60, "the same for each client address"),
});

/** The server hashes the key's bytes, so it must be hex; Inngest Cloud's has a prefix. */
const signingKey = z
  .string()
  .regex(
    /^(signkey-\w+-)?([0-9a-fA-F]{2})+$/,
    "must be hex, as Inngest Cloud or openssl rand -hex 32 gives it",
  );

const inngestKeyMissing =
  "for your own Inngest server create one and give it to both: openssl rand -hex 32; for Inngest Cloud copy it from there";

/** The Inngest server; with none of these the functions run in the process itself. */
export const inngestSettings = z.object({
  INNGEST_EVENT_KEY: credential.optional().register(help, {
    meaning: "lets an Inngest server run the work, see [scaling](background-work-and-scaling.md)",
    missing: inngestKeyMissing,
  }),
  INNGEST_SIGNING_KEY: signingKey
    .optional()
    .register(help, { meaning: "the key that signs requests between the two", missing: inngestKeyMissing }),
  INNGEST_SIGNING_KEY_FALLBACK: signingKey
    .optional()
    .register(help, { meaning: "the other signing key while you replace it" }),
  INNGEST_BASE_URL: origin.optional().register(help, { meaning: "address of your own Inngest server" }),
});

export const backgroundSettings = inngestSettings.extend({
  /** `http://app:3000` in one network. */
  INNGEST_SERVE_ORIGIN: origin.optional().register(help, {
    meaning: "address at which it reaches the service",
    preset: "`BASE_URL`",
  }),
});

const flag = z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true");

/** For the demo and tests: production refuses each of them. */
export const demoSettings = z.object({
  WEBHOOK_ALLOW_PRIVATE: flag.default(false).register(help, {
    meaning: "webhook receivers on this machine, with any scheme and port; the demo sets it",
  }),
  DEMO_FIXED_RATES: json(z.record(z.string(), z.record(z.string(), z.string())))
    .optional()
    .register(help, { meaning: "exchange rates as JSON; an unknown token or currency is refused" }),
  DEMO_SHOP: json(
    settingObject({
      serverKey: z.string(),
      apiKey: z.string(),
      projectId: z.string(),
      webhookSecret: z.string(),
      ordersFolder: z.string(),
    }),
  )
    .optional()
    .register(help, { meaning: "keys of the demo shop" }),
  DEMO_PAYER_ADDRESS: hexAddress.optional().register(help, {
    meaning: "the wallet that pays on local chains",
  }),
  DEMO_MERCHANT_ADDRESSES: json(z.array(hexAddress))
    .default([])
    .register(help, { meaning: "the wallets that sign as merchants there" }),
  INNGEST_DEV: z
    .string()
    .optional()
    .register(help, { meaning: "the mode of an Inngest server for development" }),
});
