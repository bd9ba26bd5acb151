import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { checkContents } from "./contents.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "checkout-packages-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("the contents of a tarball", () => {
  const checked = (manifest, files) => {
    const place = mkdtempSync(path.join(folder, "tarball-"));
    const all = { ...files, "package.json": JSON.stringify({ name: "one", ...manifest }) };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
      writeFileSync(path.join(place, name), text);
    }
    return () => checkContents(place, Object.keys(all));
  };
  const manifest = {
    exports: { ".": { types: "./a.d.ts", default: "./a.js" } },
    peerDependencies: { "@b/c": "1" },
  };
  const files = {
    "README.md": "",
    LICENSE: "",
    "CHANGELOG.md": "",
    "a.js": 'import "./d/e.js"; import "node:fs"; import "@b/c/f"; new URL("./g.json", import.meta.url);',
    "a.d.ts": 'export type { E } from "./d/e.js";',
    "d/e.js": 'require("fs");',
    "d/e.d.ts": "",
    "d/package.json": "{}",
    "g.json": "{}",
  };

  test("are what is imported", () => {
    expect(checked(manifest, files)).not.toThrow();
  });

  test.each([
    ["a missing file", { "d/e.js": undefined }, "d/e.js is missing"],
    ["missing types", { "d/e.d.ts": undefined }, "d/e.d.ts is missing"],
    ["no licence", { LICENSE: undefined }, "LICENSE is missing"],
    ["a file that nothing imports", { "h.js": "" }, "h.js is never imported"],
    ["an undeclared package", { "d/e.js": 'require("h/i");' }, "d/e.js imports h, which isn't declared"],
  ])("are refused with %s", (_, change, message) => {
    const changed = Object.entries({ ...files, ...change }).filter(([, text]) => text !== undefined);
    expect(checked(manifest, Object.fromEntries(changed))).toThrow(`The tarball of one:\n${message}`);
  });
});
