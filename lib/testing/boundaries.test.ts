import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const fixtures = path.join(root, "lib/testing/fixtures/boundaries");
const folders = ["app", "components", "inngest", "lib", "prisma"];

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

/** Standard output, whatever the exit code: the tool ends with one when it finds something. */
function runNode(args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, maxBuffer: 64 * 1024 * 1024 }, (_error, stdout, stderr) => {
      if (stdout === "") reject(new Error(stderr));
      else resolve(stdout);
    });
  });
}

const rooms =
  "accounts api books chain checkouts insights letters mail payments platform projects rates refunds settlement webhooks";

test("each import rule reports the files that break it, and no other", { timeout: 60_000 }, async () => {
  const broken = await findBrokenImports(fixtures, folders);
  expect(broken).toEqual([
    "browser-sees-contract: components/component-imports-use-case.ts",
    "browser-sees-contract: lib/browser/browser-imports-wiring.ts",
    "database-in-stores: lib/checkouts/use-case-imports-pg.ts",
    "database-in-stores: lib/checkouts/use-case-imports-prisma.ts",
    "no-circle: lib/checkouts/circle-one.ts",
    "no-test-in-product: lib/checkouts/product-imports-testing.ts",
    "resolvable: lib/checkouts/imports-missing.ts",
    ...rooms.split(" ").map((room) => `room-order-${room}: lib/${room}/imports-above.ts`),
    "rules-are-pure: lib/checkouts/rules-import-package.rules.ts",
    "rules-are-pure: lib/checkouts/rules-import-use-case.rules.ts",
    "schemas-see-rules: lib/checkouts/schema-imports-chain-client.schema.ts",
    "schemas-see-rules: lib/checkouts/schema-imports-use-case.schema.ts",
    "use-cases-see-types-of-stores: lib/checkouts/use-case-imports-chain.ts",
    "use-cases-see-types-of-stores: lib/checkouts/use-case-imports-store.ts",
    "viem-in-chain-files: lib/checkouts/schema-imports-chain-client.schema.ts",
    "viem-in-chain-files: lib/checkouts/use-case-imports-viem.ts",
    "wiring-through-api: app/page-imports-store.ts",
    "wiring-through-api: inngest/function-imports-store.ts",
  ]);
  const { default: config } = await import(path.join(root, ".dependency-cruiser.cjs"));
  const names = config.forbidden.map(({ name }: { name: string }) => name).sort();
  expect([...new Set(broken.map((line) => line.split(":")[0]))], "each rule has a fixture").toEqual(names);
});
