import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { parseEnv } from "@/lib/settings/env";
import { settingNames } from "@/lib/settings/schema";
import { SettingsError } from "@/lib/settings/variables";

/** One settings file, read as each documented way to start the service reads it. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string) => readFileSync(path.join(root, name), "utf8");
const folder = mkdtempSync(path.join(tmpdir(), "settings-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Variables = Record<string, string>;

const lines = (file: string) => file.replace(/^\ufeff/, "").split(/\r?\n/);

/** `docker run --env-file` and `kubectl create secret --from-env-file`: everything after the first `=`. */
function literal(file: string): Variables {
  const entries = lines(file)
    .map((line) => line.trimStart())
    .filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    entries.map((line) => {
      const [, name = "", value = ""] = /^([^=]*)=?(.*)$/.exec(line) ?? [];
      if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(name)) throw new Error(`"${name}" is not a valid name`);
      return [name, value];
    }),
  );
}

/** systemd's EnvironmentFile= (systemd.exec(5)): a name that is not valid is ignored. */
function systemd(file: string): Variables {
  const entries = file.split(/[\r\n]+/).flatMap((line) => {
    const [, name = "", value = ""] = /^\s*([^=#;][^=]*?)\s*=(.*)$/.exec(line) ?? [];
    return /^[A-Za-z_]\w*$/.test(name) ? [[name, systemdValue(value.trim())] as const] : [];
  });
  return Object.fromEntries(entries);
}

function systemdValue(text: string): string {
  const single = /^'([^']*)'$/.exec(text);
  if (single !== null) return single[1] ?? "";
  const double = /^"(.*)"$/.exec(text);
  if (double !== null) return (double[1] ?? "").replace(/\\(["\\$`])/g, "$1");
  return text.replace(/\\(.)/g, "$1");
}

/** Compose's `env_file`: no interpolation in single quotes, a comment after a space, and `export`. */
function compose(file: string): Variables {
  const entries = lines(file).flatMap((line) => {
    const [, name = "", value = ""] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
    return name === "" ? [] : [[name, composeValue(value)] as const];
  });
  return Object.fromEntries(entries);
}

function composeValue(text: string): string {
  const single = /^'([^']*)'/.exec(text);
  if (single !== null) return single[1] ?? "";
  const double = /^"((?:\\.|[^"\\])*)"/.exec(text);
  const plain = double === null ? text.replace(/\s+#.*$/, "").trimEnd() : (double[1] ?? "");
  return plain.replace(/\\"/g, '"').replace(/\$\{?\w+\}?/g, "");
}

/** `set -a; . ./production.env`, in a real shell. */
function shell(file: string): Variables {
  const name = path.join(folder, "shell.env");
  writeFileSync(name, file);
  const program = 'set -a; . "$0"; exec node -p "JSON.stringify(process.env)"';
  const { stdout } = spawnSync("sh", ["-c", program, name], {
    encoding: "utf8",
    env: { NODE_ENV: "test", PATH: `${path.dirname(process.execPath)}:/usr/bin:/bin` },
  });
  return JSON.parse(stdout);
}

const readers = { literal, systemd, compose, shell };

/** The file that the steps of the installation write, made by them. */
const [, example = ""] =
  /```sh\n(\(\numask 077\n[\s\S]*?\n\)\n)```/.exec(read("docs/operators/install.md")) ?? [];
spawnSync("sh", ["-c", example], { cwd: folder });
const written = readFileSync(path.join(folder, "production.env"), "utf8");
/** Settings whose values each reader would change without quotation marks. */
const url = "postgresql://checkout:p$ss-w0rd@db.example:5432/checkout";
const secret = String.raw`a$b"c\d#e`;
const added = `DATABASE_URL='${url}'\nGITHUB_CLIENT_ID=id\nGITHUB_CLIENT_SECRET='${secret}'\n`;
const inContainer = { HOST: "0.0.0.0", PORT: "3000" };

describe.each(Object.entries(readers))("the documented settings file, read by %s", (_, reader) => {
  const settings = (file: string) => parseEnv({ ...reader(file), ...inContainer });
  const expected = parseEnv({ ...literal(written + added), ...inContainer });

  test("starts production with every value as it was meant", () => {
    const found = settings(written + added);
    expect(found).toEqual(expected);
    expect(found.CHAINS[0]?.rpcUrls).toEqual(["https://one.example", "https://two.example"]);
    expect([found.DATABASE_URL, found.GITHUB_CLIENT_SECRET]).toEqual([url, secret]);
  });

  test("is the same with Windows line ends", () => {
    expect(settings((written + added).replaceAll("\n", "\r\n"))).toEqual(expected);
  });

  test("is the same with trailing spaces", () => {
    expect(settings((written + added).replaceAll("\n", "  \n"))).toEqual(expected);
  });

  test("is the same with a byte-order mark, because it begins with a comment", () => {
    expect(written).toMatch(/^# /);
    expect(settings(`\ufeff${written}${added}`)).toEqual(expected);
  });
});

describe("a line that some readers understand otherwise", () => {
  test.each([
    ["a comment after a secret", "COINGECKO_API_KEY=CG-1 # paid", "COINGECKO_API_KEY"],
    ["a comment after a number", "DATABASE_POOL_SIZE=30 # connections", "DATABASE_POOL_SIZE"],
    ["a comment after an address", "KRAKEN_URL=https://rates.example # ours", "KRAKEN_URL"],
  ])("is refused by its name when %s is kept", (_, line, name) => {
    const variables = { ...literal(`${written}${added}${line}\n`), ...inContainer };
    expect(() => parseEnv(variables)).toThrow(SettingsError);
    expect(() => parseEnv(variables)).toThrow(name);
  });

  test("with export is refused by docker and kubectl, so the documentation has none", () => {
    expect(() => literal("export PORT=3000")).toThrow("not a valid name");
    for (const page of ["install", "settings", "background-work-and-scaling"])
      expect(read(`docs/operators/${page}.md`)).not.toMatch(/^export /m);
  });
});

test("Kubernetes: the secret from the file, and the manifest's settings, start production", () => {
  const [deployment = ""] = read("deploy/kubernetes/checkout.yaml").split("\n---\n");
  const [container] = parse(deployment).spec.template.spec.containers;
  const set = container.env.map(({ name, value }: Variables) => [name, value]);
  // A file that was made for another host, too.
  const file = `${written}${added}HOST=127.0.0.1\nPORT='8080'\n`;
  const found = parseEnv({ ...literal(file), ...Object.fromEntries(set) });
  expect(found).toMatchObject({
    HOST: "0.0.0.0",
    PORT: container.ports[0].containerPort,
    TRUST_PROXY_HOPS: 1,
  });
});

test("every name in the file is a setting", () => {
  expect(Object.keys(literal(written)).filter((name) => !settingNames.includes(name))).toEqual([]);
});
