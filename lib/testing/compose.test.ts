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
  restart: z.literal("unless-stopped").optional(),
  stop_grace_period: z.string().optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.string() })).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  healthcheck: z.looseObject({ test: z.array(z.string()).min(2) }).optional(),
});
const file = z.strictObject({
  name: z.string().optional(),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});
type File = z.output<typeof file>;

const alone = file.parse(parse(read("compose.yaml")));
const withInngest = merged(alone, file.parse(parse(read("compose.inngest.yaml"))));
const files = [
  ["compose.yaml alone", alone],
  ["with compose.inngest.yaml", withInngest],
] as const;

/** As Compose merges files: maps by name. */
function merged(first: File, second: File): File {
  const services = { ...first.services };
  for (const [name, added] of Object.entries(second.services)) {
    const { environment, depends_on, ...known } = services[name] ?? {};
    services[name] = {
      ...known,
      ...added,
      environment: { ...environment, ...added.environment },
      depends_on: { ...depends_on, ...added.depends_on },
    };
  }
  return { ...first, services, volumes: { ...first.volumes, ...second.volumes } };
}

const appOf = ({ services }: File) => services.app?.environment ?? {};

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

/** What the service finds in its environment, with this in `.env`: what the files fix comes first. */
function inContainer(env: Readonly<Record<string, string>>, files: File): Record<string, string> {
  const passwords = { POSTGRES_PASSWORD: "p", ...env };
  const fixed = Object.entries(appOf(files)).map(([name, value]) => [name, interpolate(value, passwords)]);
  return { ...env, ...Object.fromEntries(fixed) };
}

describe.each(files)("%s", (_, compose) => {
  const services = Object.entries(compose.services);
  const app = appOf(compose);
  const isWithInngest = compose === withInngest;

  test("takes every setting from .env, except those that the files fix", () => {
    expect(compose.services.app?.env_file).toBe(".env");
    const fixed = Object.keys(app).filter((name) => settingNames.includes(name));
    expect(fixed).toEqual([
      "HOST",
      "PORT",
      "DATABASE_URL",
      "TRUST_PROXY_HOPS",
      ...(isWithInngest ? ["INNGEST_BASE_URL", "INNGEST_SERVE_ORIGIN"] : []),
    ]);
    const given = Object.fromEntries(settingNames.map((name) => [name, `given ${name}`]));
    const reached = inContainer(given, compose);
    for (const name of settingNames)
      if (!fixed.includes(name) || name === "TRUST_PROXY_HOPS") expect(reached[name]).toBe(`given ${name}`);
  });

  test("with the documentation's example starts production", () => {
    expect(parseEnv(inContainer(example, compose))).toMatchObject({
      HOST: "0.0.0.0",
      PORT: 3000,
      APP_MODE: "production",
      DATABASE_URL: `postgresql://checkout:${made("POSTGRES_PASSWORD", "openssl rand -hex 32")}@postgres:5432/checkout`,
      ...(isWithInngest && {
        INNGEST_BASE_URL: "http://inngest:8288",
        INNGEST_SERVE_ORIGIN: "http://app:3000",
        INNGEST_SIGNING_KEY: made("INNGEST_SIGNING_KEY", "openssl rand -hex 32"),
      }),
    });
  });

  test("exposes nothing to other machines, keeps its data, restarts, and waits for health checks", () => {
    for (const [name, { ports = [], volumes = [], depends_on = {}, restart }] of services) {
      expect(restart, name).toBe("unless-stopped");
      for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/);
      const kept = volumes.filter((volume) => !volume.endsWith(":ro"));
      for (const volume of kept) expect(Object.keys(compose.volumes), name).toContain(volume.split(":")[0]);
      for (const [other, { condition }] of Object.entries(depends_on)) {
        const hasCheck = compose.services[other]?.healthcheck !== undefined;
        expect(condition, `${name} on ${other}`).toBe(hasCheck ? "service_healthy" : "service_started");
      }
    }
  });

  test("names services that exist", () => {
    const addresses = services.flatMap(([, { environment, command }]) =>
      [...Object.values(environment ?? {}), command ?? ""].flatMap((text) =>
        [...text.matchAll(/(?:@|http:\/\/|redis:\/\/)([a-z-]+):\d+/g)].map(([, host]) => host ?? ""),
      ),
    );
    expect(new Set(addresses)).toEqual(
      new Set(isWithInngest ? ["app", "inngest", "inngest-postgres", "postgres", "redis"] : ["postgres"]),
    );
    for (const address of addresses) expect(compose.services).toHaveProperty(address);
  });
});

describe("the files together", () => {
  test("keep the passwords of other services out of the service", () => {
    const reached = inContainer(example, withInngest);
    expect([reached.POSTGRES_PASSWORD, reached.INNGEST_POSTGRES_PASSWORD]).toEqual(["", ""]);
  });

  test("require only the variables of the documentation's example, which has no others", () => {
    const text = `${read("compose.yaml")}${read("compose.inngest.yaml")}`;
    const asked = new Set([...text.matchAll(/\$\{(\w+)(:-|:\?)/g)].map(([, name, form]) => `${name}${form}`));
    const required = [...asked].filter((name) => name.endsWith(":?")).map((name) => name.slice(0, -2));
    expect(required.filter((name) => example[name] === undefined)).toEqual([]);
    const names = [...asked].map((name) => name.slice(0, -2));
    const unknown = Object.keys(example).filter(
      (name) => !names.includes(name) && !settingNames.includes(name),
    );
    expect(unknown).toEqual([]);
  });

  test("give the Inngest server the keys of the service", () => {
    const { inngest } = withInngest.services;
    for (const key of ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"])
      expect(interpolate(inngest?.environment?.[key] ?? "", example)).toBe(
        inContainer(example, withInngest)[key],
      );
    // The service registers itself; a server that asks only now and then would begin late.
    expect(inngest?.command).toBe("inngest start");
  });
});
