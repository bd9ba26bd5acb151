import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const fixtures = path.join(root, "lib/testing/fixtures/boundaries");
const rooms = ["app", "components", "inngest", "lib", "prisma"];

interface Violation {
  rule: { name: string };
  from: string;
}

/** Every broken rule as "rule: file", sorted. */
async function findBrokenImports(folder: string, folders: string[]): Promise<string[]> {
  const cruiser = path.join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = path.join(root, ".dependency-cruiser.cjs");
  const output = await runNode([cruiser, "--config", config, "--output-type", "json", ...folders], folder);
  const { summary }: { summary: { violations: Violation[]; totalCruised: number } } = JSON.parse(output);
  expect(summary.totalCruised).toBeGreaterThan(20);
  return summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`).sort();
}

/** Standard output, whatever the exit code: both tools end with one when they find something. */
function runNode(args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => {
      if (stdout === "") reject(new Error(stderr));
      else resolve(stdout);
    });
  });
}

test("each import rule reports the files that break it, and no other", { timeout: 60_000 }, async () => {
  const broken = await findBrokenImports(fixtures, rooms);
  expect(broken).toEqual([
    "adapters-see-ports: lib/adapters/adapter-imports-service.ts",
    "app-through-server: app/page-imports-adapter.ts",
    "browser-sees-contract: components/component-imports-service.ts",
    "browser-sees-contract: lib/client/client-imports-server.ts",
    "core-is-pure: lib/core/core-imports-package.ts",
    "core-is-pure: lib/core/core-imports-service.ts",
    "inngest-through-server: inngest/function-imports-adapter.ts",
    "no-circle: lib/core/circle-one.ts",
    "no-test-in-product: lib/server/product-imports-testing.ts",
    "prisma-in-one-room: lib/adapters/adapter-imports-pg.ts",
    "prisma-in-one-room: lib/adapters/adapter-imports-prisma.ts",
    "resolvable: lib/server/server-imports-missing.ts",
    "schemas-see-core: lib/schemas/schema-imports-chain-client.ts",
    "schemas-see-core: lib/schemas/schema-imports-service.ts",
    "server-below-app: lib/server/server-imports-app.ts",
    "services-see-ports: lib/services/service-imports-adapter.ts",
    "services-see-ports: lib/services/service-imports-viem.ts",
  ]);
});

test("every import rule has a fixture that breaks it", { timeout: 60_000 }, async () => {
  const { default: config } = await import(path.join(root, ".dependency-cruiser.cjs"));
  const names = config.forbidden.map(({ name }: { name: string }) => name).sort();
  const broken = await findBrokenImports(fixtures, rooms);
  expect([...new Set(broken.map((line) => line.split(":")[0]))]).toEqual(names);
});

test("the linter's import rules report the same files", { timeout: 60_000 }, async () => {
  // Elsewhere, because the project's own lint run leaves the fixtures out.
  const copy = await mkdtemp(path.join(tmpdir(), "checkout-boundaries-"));
  try {
    await cp(fixtures, copy, { recursive: true });
    const config = JSON.parse(await readFile(path.join(root, "biome.json"), "utf8"));
    await writeFile(path.join(copy, "biome.json"), JSON.stringify({ ...config, vcs: { enabled: false } }));
    const biome = path.join(root, "node_modules/@biomejs/biome/bin/biome");
    const args = [biome, "lint", "--only=style/noRestrictedImports", "--reporter=json", "."];
    const { diagnostics }: { diagnostics: { location: { path: string } }[] } = JSON.parse(
      await runNode(args, copy),
    );
    const files = diagnostics.map(({ location }) => location.path);
    expect([...new Set(files)].sort()).toEqual([
      "components/component-imports-service.ts",
      "lib/client/client-imports-server.ts",
      "lib/core/core-imports-package.ts",
      "lib/core/core-imports-service.ts",
      "lib/services/service-imports-adapter.ts",
      "lib/services/service-imports-viem.ts",
    ]);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
});
