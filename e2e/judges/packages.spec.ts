import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { programOf } from "./tools";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFile(new URL(`../../${file}`, import.meta.url), "utf8");

type Component = {
  group?: string;
  name: string;
  version: string;
  licenses?: { expression?: string; license?: { id?: string; name?: string } }[];
  components?: Component[];
};

const nameOf = ({ group, name }: Component) => (group === undefined ? name : `${group}/${name}`);
const withNested = (components: readonly Component[]): Component[] =>
  components.flatMap((component) => [component, ...withNested(component.components ?? [])]);

let components: Component[] = [];
let said = "";

test.beforeAll(async () => {
  const [, words = ""] =
    /^npx @cyclonedx\/cyclonedx-npm (.*) > /m.exec(await read("docs/operators/commands.md")) ?? [];
  const command = [programOf("cyclonedx-npm"), ...words.split(" "), "--validate", "-vv"];
  const { stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1_024 * 1_024,
  });
  said = stderr;
  components = withNested(JSON.parse(stdout).components);
});

test("the documented command lists every package of production, as CycloneDX's schema wants it", async () => {
  expect(said).toContain("BOM result appears valid");
  const { packages } = JSON.parse(await read("package-lock.json")) as {
    packages: Record<string, { version: string; name?: string; dev?: boolean }>;
  };
  const locked = Object.entries(packages)
    .filter(([place, { dev }]) => place !== "" && !dev)
    .map(([place, { name, version }]) => `${name ?? place.split("node_modules/").at(-1)}@${version}`);
  const listed = components.map((component) => `${nameOf(component)}@${component.version}`);
  expect([...new Set(listed)].sort()).toEqual([...new Set(locked)].sort());
});

const permissive =
  /^(?:MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|Unlicense|BlueOak-1\.0\.0|Python-2\.0|Zlib)$/;

/** docs/testing.md explains each. */
const explained: [names: RegExp, licence: string][] = [
  [/^@fontsource-variable\//, "OFL-1.1"],
  [/^geist$/, "SIL OPEN FONT LICENSE"],
  [/^caniuse-lite$/, "CC-BY-4.0"],
  [/^lightningcss(?:-|$)/, "MPL-2.0"],
  [/^(?:png-js|seq-queue)$/, ""],
  [/^@img\/sharp-libvips-/, "LGPL-3.0-or-later"],
  [/^@img\/sharp-win32-/, "Apache-2.0 AND LGPL-3.0-or-later"],
  [/^@img\/sharp-wasm32$/, "Apache-2.0 AND LGPL-3.0-or-later AND MIT"],
];

test("every package of production has a permissive licence, or is explained", () => {
  const unexplained = components.flatMap((component) => {
    const { licenses = [] } = component;
    const name = nameOf(component);
    const licence = licenses
      .map(({ expression, license }) => expression ?? license?.id ?? license?.name)
      .join(" AND ");
    const isPermissive = licence
      .replaceAll(/[()]/g, "")
      .split(/ (?:and|or) /i)
      .every((part) => permissive.test(part));
    const isExplained = explained.some(([names, its]) => names.test(name) && its === licence);
    return isPermissive || isExplained ? [] : [`${name}: ${licence}`];
  });
  expect(unexplained).toEqual([]);
});
