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

type Statement = { file: string; name: string; reason: string | null };

/** Every named statement with the reason in the comment above it. */
const statements: Statement[] = sources.flatMap(({ file, text }) =>
  [
    ...text.matchAll(
      /(?:(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\s*)?(?:export )?const (\w+)(?:: Statement = \{| = (?:\(.*\) =>\s*)?defineList\b)/g,
    ),
  ].map(([, comment = "", name = ""]) => {
    const words = comment.replace(/\s*\*\/$/, "").replaceAll(/\n \* /g, " ");
    return { file, name, reason: /SQL: (.+?)\.?$/.exec(words.trim())?.[1] ?? null };
  }),
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

test("each statement gives one of the reasons in record 002", () => {
  const record = readFileSync(path.join(root, "docs/decisions/002-prisma-and-sql-with-a-reason.md"), "utf8");
  const reasons = new Set([...record.matchAll(/^- SQL: (.+)$/gm)].map(([, reason = ""]) => reason));
  expect(statements.length).toBeGreaterThan(100);
  expect(statements.filter(({ reason }) => reason === null || !reasons.has(reason))).toEqual([]);
});
