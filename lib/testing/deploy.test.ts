import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const read = (name: string) => readFileSync(fileURLToPath(new URL(`../../${name}`, import.meta.url)), "utf8");

const pagesOfOperators = [
  "compose.yaml",
  ...readdirSync(fileURLToPath(new URL("../../docs/operators", import.meta.url))).map(
    (name) => `docs/operators/${name}`,
  ),
];

test("neither git nor the image takes a file that the documentation tells operators to create", () => {
  const lines = (name: string) =>
    read(name)
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
  const [first, ...rest] = lines(".dockerignore");
  expect(first).toBe("*");
  const allowed = rest.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const created = pagesOfOperators.flatMap((page) =>
    [...read(page).matchAll(/(?:cat > |--out |--password-file |mkdir -p -m 700 |:-\.\/)([\w./-]+)/g)].map(
      ([, file = ""]) => file,
    ),
  );
  expect(created).toEqual(
    expect.arrayContaining(["production.env", "keystores/operator.json", "keystores/password"]),
  );
  expect(created.filter((file) => allowed.includes(file.split("/")[0] ?? ""))).toEqual([]);
  const isIgnored = (file: string) =>
    lines(".gitignore").some((line) =>
      line.startsWith("*") ? file.endsWith(line.slice(1)) : `${file}/`.startsWith(line),
    );
  expect(created.filter((file) => !isIgnored(file))).toEqual([]);
});

test("npm start and systemd run the command of the image", () => {
  const [, command = ""] = /^CMD (\[.*\])$/m.exec(read("Dockerfile")) ?? [];
  const start = (JSON.parse(command) as string[]).join(" ");
  expect(JSON.parse(read("package.json")).scripts.start).toBe(start);
  expect(read("deploy/checkout.service")).toContain(`ExecStart=/usr/bin/env ${start}\n`);
});
