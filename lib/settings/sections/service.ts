import { z } from "zod";
import { type AllowedHost, parseAllowedHost } from "@/lib/webhooks/sender/allowed-hosts";
import { help } from "../help";
import { origin, serviceAddress } from "../urls";
import { wholeNumber } from "../values";

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
