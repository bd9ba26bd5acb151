import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
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
  const { summary }: { summary: { violations: Violation[] } } = JSON.parse(output);
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

test("the top level and the packages are those of the design", () => {
  const names = [
    ...["package.json", "tsconfig.json", "next.config.ts", "README.md"],
    ...["app", "components", "lib", "prisma", "inngest", "public", "e2e"],
  ];
  expect(names.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  expect(Object.keys({ ...dependencies, ...devDependencies })).toEqual(
    expect.arrayContaining([
      ...["next", "react", "react-dom", "next-auth", "@tanstack/react-query", "wagmi", "viem", "prisma"],
      ...["@prisma/client", "zod", "inngest", "tailwindcss", "@playwright/test", "vitest"],
    ]),
  );
});

const rooms = [
  "accounts",
  "api",
  "books",
  "chain",
  "checkouts",
  "docs",
  "insights",
  "letters",
  "operate",
  "payments",
  "platform",
  "projects",
  "rates",
  "refunds",
  "settings",
  "settlement",
  "signed",
  "strays",
  "webhooks",
];

/** A small project in which each rule is broken: file → text. */
const fixtures: Record<string, string> = {
  "app/page-imports-store.ts": 'export { store as broken } from "@/lib/checkouts/checkout.store";',
  "app/page.ts": 'export const title = "page";',
  "components/component-imports-use-case.ts": `import type { createCheckout } from "@/lib/checkouts/create-checkout";

export type Broken = typeof createCheckout;`,
  "inngest/function-imports-store.ts": 'export { store as broken } from "@/lib/checkouts/checkout.store";',
  "lib/api/deps.ts": `import { store } from "@/lib/checkouts/checkout.store";
import { createCheckout } from "@/lib/checkouts/create-checkout";

export const deps = { store, createCheckout };`,
  "lib/api/imports-above.ts": 'export { title as broken } from "@/app/page";',
  "lib/operate/imports-above.ts": 'export { title as broken } from "@/app/page";',
  "lib/browser/browser-imports-wiring.ts": 'export { deps as broken } from "@/lib/api/deps";',
  "lib/browser/fetch.ts": `import type { maxNameLength } from "@/lib/checkouts/checkout.schema";
export { unit } from "@/lib/checkouts/money.rules";

export type MaxNameLength = typeof maxNameLength;`,
  "lib/browser/imports-schema.ts": 'export { maxNameLength } from "@/lib/checkouts/checkout.schema";',
  "lib/checkouts/imports-store.acts.ts": 'export type { Store as Broken } from "./checkout.store";',
  "lib/checkouts/checkout.schema.ts": `export { getAddress } from "viem/utils";
export { z } from "zod";
export { unit } from "./money.rules";
export const maxNameLength = 200;`,
  "lib/checkouts/checkout.store.ts": `import { Pool } from "pg";
import { PrismaClient } from "@/prisma/generated/client";

export const store = { Pool, PrismaClient };
export type Store = typeof store;`,
  "lib/checkouts/create-checkout.ts": `import { unit } from "./money.rules";
import type { Store } from "./checkout.store";

export const createCheckout = (_store: Store) => unit;`,
  "lib/checkouts/money.rules.ts": `export { getAddress } from "viem/utils";
export const unit = 1n;`,
  "lib/chain/takes-rules-from-above.ts": 'export { unit } from "@/lib/checkouts/money.rules";',
  "lib/checkouts/node.chain.ts": `import { createPublicClient } from "viem";

export const reader = { createPublicClient };`,
  "lib/checkouts/product-imports-testing.ts":
    'export { buildCheckout as broken } from "@/lib/testing/builders";',
  "lib/checkouts/rules-import-package.rules.ts": `import { randomUUID } from "node:crypto";

export const broken = randomUUID;`,
  "lib/checkouts/rules-import-use-case.rules.ts":
    'export { createCheckout as broken } from "./create-checkout";',
  "lib/checkouts/schema-imports-chain-client.schema.ts":
    'export { createPublicClient as broken } from "viem";',
  "lib/checkouts/schema-imports-use-case.schema.ts":
    'export { createCheckout as broken } from "./create-checkout";',
  "lib/checkouts/use-case-imports-chain.ts": 'export { reader as broken } from "./node.chain";',
  "lib/checkouts/use-case-imports-pg.ts": 'export { Pool as broken } from "pg";',
  "lib/checkouts/use-case-imports-prisma.ts":
    'export { PrismaClient as broken } from "@/prisma/generated/client";',
  "lib/checkouts/use-case-imports-store.ts": 'export { store as broken } from "./checkout.store";',
  "lib/checkouts/use-case-imports-viem.ts": 'export { createPublicClient as broken } from "viem";',
  "lib/testing/builders.ts": "export const buildCheckout = () => undefined;",
  "prisma/generated/client.ts": "export const PrismaClient = {};",
  "tsconfig.json":
    '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "paths": { "@/*": ["./*"] } } }',
};
for (const room of rooms)
  fixtures[`lib/${room}/imports-above.ts`] ??= 'export { deps as broken } from "@/lib/api/deps";';

/** Writes the fixtures below this repository, whose packages they import. */
async function writeFixtures(): Promise<string> {
  await mkdir(path.join(root, ".cache"), { recursive: true });
  const folder = await mkdtemp(path.join(root, ".cache/boundaries-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(fixtures)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  return folder;
}

test("each import rule reports the files that break it, and no other", { timeout: 60_000 }, async () => {
  const broken = await findBrokenImports(await writeFixtures(), folders);
  expect(broken).toEqual([
    "acts-call-use-cases: lib/checkouts/imports-store.acts.ts",
    "browser-sees-contract: components/component-imports-use-case.ts",
    "browser-sees-contract: lib/browser/browser-imports-wiring.ts",
    "database-in-stores: lib/checkouts/use-case-imports-pg.ts",
    "database-in-stores: lib/checkouts/use-case-imports-prisma.ts",
    "no-schema-in-browser: lib/browser/imports-schema.ts",
    "no-test-in-product: lib/checkouts/product-imports-testing.ts",
    ...rooms
      .map((room) => `room-order-${room}: lib/${room}/imports-above.ts`)
      .concat("room-order-chain: lib/chain/takes-rules-from-above.ts")
      .sort(),
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
});
