import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import dockerignore from "@balena/dockerignore";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string) => readFileSync(path.join(root, name), "utf8");
const inImage = dockerignore().add(read(".dockerignore")).createFilter();

const pagesOfOperators = [
  "compose.inngest.yaml",
  "compose.yaml",
  ...readdirSync(fileURLToPath(new URL("../../docs/operators", import.meta.url))).map(
    (name) => `docs/operators/${name}`,
  ),
];

test("neither git nor the image takes a file that the documentation tells operators to create", () => {
  const created = pagesOfOperators.flatMap((page) =>
    [...read(page).matchAll(/(?:cat > |--out |--password-file |mkdir -p -m 700 |:-\.\/)([\w./-]+)/g)].map(
      ([, file = ""]) => file,
    ),
  );
  expect(created).toEqual(
    expect.arrayContaining(["production.env", "keystores/operator.json", "keystores/password"]),
  );
  // Whatever folder an operator keeps them in.
  const folders = ["", "docs/", "docs/operators/", "inngest/", "prisma/", "public/"];
  const secrets = created.filter((file) => /[/.]/.test(file));
  expect(folders.flatMap((folder) => secrets.map((file) => `${folder}${file}`)).filter(inImage)).toEqual([]);
  const isIgnored = (file: string) =>
    read(".gitignore")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .some((line) => (line.startsWith("*") ? file.endsWith(line.slice(1)) : `${file}/`.startsWith(line)));
  expect(created.filter((file) => !isIgnored(file))).toEqual([]);
});

// nginx keeps two of the larger buffers busy, and starts only if they are less than all buffers but one (deploy/check.sh).
test("nginx has enough buffers beside the one for headers", () => {
  const kilobytes = (pattern: RegExp) =>
    (pattern.exec(read("deploy/nginx.conf"))?.slice(1) ?? []).map(Number);
  const [header = 4] = kilobytes(/proxy_buffer_size (\d+)k;/);
  const [count = 8, size = 4] = kilobytes(/proxy_buffers (\d+) (\d+)k;/);
  expect(2 * Math.max(header, size)).toBeLessThan((count - 1) * size);
});

test("the image has every file that its build and its commands import, and no test", async () => {
  const below = (folder: string) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}/${name}`,
    );
  const tests = [...below("app"), ...below("components"), ...below("lib")].filter(
    (name) => /\.test\.tsx?$/.test(name) || name.startsWith("lib/testing/"),
  );
  expect(tests.filter(inImage)).toEqual([]);
  const entryPoints = [
    ...["instrumentation.ts", "next.config.ts", "proxy.ts", "lib/operate/start.ts"],
    ...["build-application.ts", "prune-packages.mjs"].map((name) => `lib/platform/process/${name}`),
    "lib/generate/main.ts",
    ...[...below("app"), ...below("lib/operate/programs")].filter(
      (name) => /\.tsx?$/.test(name) && !name.includes(".test."),
    ),
  ];
  const { metafile } = await build({
    entryPoints,
    absWorkingDir: root,
    alias: { "@": root },
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    loader: { ".css": "empty", ".png": "empty" },
    outdir: "unwritten",
    write: false,
    metafile: true,
  });
  // The build makes what is generated.
  const imported = Object.keys(metafile.inputs).filter((name) => !/(?:^|\/)generated\//.test(name));
  expect(imported.length).toBeGreaterThan(entryPoints.length);
  expect(imported.filter((name) => !inImage(name))).toEqual([]);
});

test("npm start and systemd run the command of the image", () => {
  const [, command = ""] = /^CMD (\[.*\])$/m.exec(read("Dockerfile")) ?? [];
  const start = (JSON.parse(command) as string[]).join(" ");
  expect(JSON.parse(read("package.json")).scripts.start).toBe(start);
  expect(read("deploy/checkout.service")).toContain(`ExecStart=/usr/bin/env ${start}\n`);
});
