import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const notProduct =
  /\.(test|fixture)\.tsx?$|^lib\/(testing|bench|demo|contracts|platform\/process)\/|^prisma\//;

/** Every source file of the product with its text. */
const sources = ["app", "components", "inngest", "lib"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
    .filter((file) => /\.tsx?$/.test(file) && !notProduct.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), "utf8") })),
);

/** Categories that say nothing of the statement at hand. */
const category =
  /SQL: (hot path|lock|keyset list|reconciliation|several facts at once|in a transaction of several facts|sums or bounded counts|many rows in one statement|one view from several tables|a plan that Prisma cannot ask for|claim of rows that others may hold|an upsert with a condition or a computed value|the database's clock decides)\./;

/** Whether a comment says in a sentence of its own why a statement is SQL. */
const givesReason = (comment: string) => /SQL: (\S+ ){3}/.test(comment) && !category.test(comment);

/** A reason that several statements of a file share is in a comment above the first of them. */
const sharedReason = (text: string) =>
  [...text.matchAll(/(?:^\/\/ .*\n)+/gm)].some(([comment]) => givesReason(comment.replaceAll("\n// ", " ")));

/** Every named statement with the comment above it. Lists have their reason in `define-list.store.ts`. */
const statements = sources.flatMap(({ file, text }) =>
  [
    ...text.matchAll(
      /(?:(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\s*)?(?:export )?const (\w+)(?:: Statement = \{| = \([^)]*\): Statement =>)/g,
    ),
  ].map(([, comment = "", name = ""]) => ({
    name: `${file} ${name}`,
    comment: comment.replaceAll(/\s*\n \* ?/g, " "),
    isShared: sharedReason(text),
  })),
);

test("only stores contain SQL", () => {
  const sql =
    /\b(SELECT [\s\S]{1,200} FROM|INSERT INTO|DELETE FROM|UPDATE \w+ (AS \w+ )?SET)\b|\$(query|execute)Raw/;
  const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, "");
  const elsewhere = sources.filter(({ file, text }) => !file.endsWith(".store.ts") && sql.test(code(text)));
  expect(elsewhere.map(({ file }) => file)).toEqual([
    "lib/platform/database.ts",
    "lib/platform/postgres/client.ts",
  ]);
});

test("a statement's comment says in its own words why it is SQL", () => {
  expect(statements.length).toBeGreaterThan(100);
  const unexplained = statements.filter(
    ({ comment, isShared }) => !givesReason(comment) && !(isShared && !comment.includes("SQL: ")),
  );
  expect(unexplained.map(({ name }) => name)).toEqual([]);
});
