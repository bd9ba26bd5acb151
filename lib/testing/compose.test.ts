import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { parseEnv } from "@/lib/settings/env";
import { settingNames } from "@/lib/settings/schema";
import { madeKey } from "./settings";

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), "utf8");

const service = z.strictObject({
  build: z.string().optional(),
  image: z.string().optional(),
  command: z.string().optional(),
  init: z.boolean().optional(),
  restart: z.literal("unless-stopped"),
  stop_grace_period: z.string().optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.string() })).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()).min(2) }).optional(),
});
const compose = z
  .strictObject({
    name: z.string(),
    services: z.record(z.string(), service),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(read("compose.yaml")));
const services = Object.entries(compose.services);
const app = compose.services.app?.environment ?? {};

/** The example of `.env` in the documentation, with what its comments tell to make. */
const example = Object.fromEntries(
  [
    ...read("docs/operators/background-work-and-scaling.md").matchAll(
      /^([A-Z_]+)=('[^']*'|\S*)(?: +# (.*))?$/gm,
    ),
  ].map(([, name = "", value = "", how]) => [name, value.replaceAll("'", "") || made(name, how)]),
);

function made(name: string, how = ""): string {
  const key = madeKey(name);
  if (how.startsWith("openssl rand -hex 32")) return key.toString("hex");
  if (how.startsWith("openssl rand -base64 32")) return key.toString("base64");
  if (/^(?:OPERATOR|REFUND)_PRIVATE_KEY$/.test(name)) return `0x${key.toString("hex")}`;
  return "";
}

/** As Compose does it, of which two forms are used: with a default, and with a sentence for who gave nothing. */
function interpolate(text: string, given: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(:-|:\?)([^}]*)\}/g, (_, name: string, form: string, rest: string) => {
    const value = given[name];
    if (value) return value;
    if (form === ":?") throw new Error(`${name} is required: ${rest}`);
    return rest;
  });
}

/** What the service finds in its environment, with this in `.env`: what the file fixes comes first. */
function inContainer(file: Readonly<Record<string, string>>): Record<string, string> {
  const passwords = { POSTGRES_PASSWORD: "p", ...file };
  const fixed = Object.entries(app).map(([name, value]) => [name, interpolate(value, passwords)]);
  return { ...file, ...Object.fromEntries(fixed) };
}

describe("compose.yaml", () => {
  test("takes every setting from .env, except those that the file fixes", () => {
    expect(compose.services.app?.env_file).toBe(".env");
    const fixed = Object.keys(app).filter((name) => settingNames.includes(name));
    expect(fixed).toEqual([
      "HOST",
      "PORT",
      "DATABASE_URL",
      "TRUST_PROXY_HOPS",
      "INNGEST_BASE_URL",
      "INNGEST_SERVE_ORIGIN",
    ]);
    const given = Object.fromEntries(settingNames.map((name) => [name, `given ${name}`]));
    const reached = inContainer(given);
    for (const name of settingNames)
      if (!fixed.includes(name) || name === "TRUST_PROXY_HOPS") expect(reached[name]).toBe(`given ${name}`);
  });

  test("the passwords of other services stay out of the service", () => {
    const reached = inContainer(example);
    expect([reached.POSTGRES_PASSWORD, reached.INNGEST_POSTGRES_PASSWORD]).toEqual(["", ""]);
  });

  test("with the documentation's example starts production behind an Inngest server", () => {
    expect(parseEnv(inContainer(example))).toMatchObject({
      HOST: "0.0.0.0",
      PORT: 3000,
      APP_MODE: "production",
      DATABASE_URL: `postgresql://checkout:${made("POSTGRES_PASSWORD", "openssl rand -hex 32")}@postgres:5432/checkout`,
      INNGEST_BASE_URL: "http://inngest:8288",
      INNGEST_SERVE_ORIGIN: "http://app:3000",
      INNGEST_SIGNING_KEY: made("INNGEST_SIGNING_KEY", "openssl rand -hex 32"),
    });
  });

  test("requires only the variables of the documentation's example, which has no others", () => {
    const asked = new Set(
      [...read("compose.yaml").matchAll(/\$\{(\w+)(:-|:\?)/g)].map(([, name, form]) => `${name}${form}`),
    );
    const required = [...asked].filter((name) => name.endsWith(":?")).map((name) => name.slice(0, -2));
    expect(required.filter((name) => example[name] === undefined)).toEqual([]);
    const names = [...asked].map((name) => name.slice(0, -2));
    const unknown = Object.keys(example).filter(
      (name) => !names.includes(name) && !settingNames.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  test("gives the Inngest server the keys of the service, and addresses that exist", () => {
    const inngest = compose.services.inngest;
    for (const key of ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"])
      expect(interpolate(inngest?.environment?.[key] ?? "", example)).toBe(inContainer(example)[key]);
    // The service registers itself; a server that asks only now and then would begin late.
    expect(inngest?.command).toBe("inngest start");
    expect(app.INNGEST_BASE_URL).toBe("http://inngest:8288");
    const addresses = services.flatMap(([, { environment, command }]) =>
      [...Object.values(environment ?? {}), command ?? ""].flatMap((text) =>
        [...text.matchAll(/(?:@|http:\/\/|redis:\/\/)([a-z-]+):\d+/g)].map(([, host]) => host ?? ""),
      ),
    );
    expect(new Set(addresses)).toEqual(new Set(["app", "inngest", "inngest-postgres", "postgres", "redis"]));
    for (const address of addresses) expect(compose.services).toHaveProperty(address);
  });

  test("exposes nothing to other machines, keeps its data, and waits for health checks", () => {
    for (const [name, { ports = [], volumes = [], depends_on = {} }] of services) {
      for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
      const kept = volumes.filter((volume) => !volume.endsWith(":ro"));
      for (const volume of kept) expect(Object.keys(compose.volumes), name).toContain(volume.split(":")[0]);
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const hasCheck = compose.services[other]?.healthcheck !== undefined;
        expect(condition, `${name} on ${other}`).toBe(hasCheck ? "service_healthy" : "service_started");
      }
    }
  });
});
