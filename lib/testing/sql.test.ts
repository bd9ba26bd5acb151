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

type Statement = { file: string; name: string; comment: string };

/** Every named statement with the comment above it. The reason for all lists is in `define-list.store.ts`. */
const statements: Statement[] = sources.flatMap(({ file, text }) =>
  [
    ...text.matchAll(
      /(?:(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\s*)?(?:export )?const (\w+)(?:: Statement = \{| = \([^)]*\): Statement =>)/g,
    ),
  ].map(([, comment = "", name = ""]) => ({ file, name, comment: comment.replaceAll(/\n \* ?/g, " ") })),
);

/** A reason that several statements of a file share is above the first of them. */
const sharesReason = new Set(
  sources.filter(({ text }) => /^\/\/ .*SQL: /m.test(text)).map(({ file }) => file),
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

test("a statement's comment gives the reason for SQL", () => {
  expect(statements.length).toBeGreaterThan(100);
  const unexplained = statements.filter(({ file, comment }) => comment === "" && !sharesReason.has(file));
  expect(unexplained.map(({ file, name }) => `${file} ${name}`)).toEqual([]);
});
