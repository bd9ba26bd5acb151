import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { npmProgram } from "../../lib/platform/process/npm-program.mjs";
import { startRegistry } from "../registry.mjs";
import { frameworks, packShops } from "../shop-templates.mjs";
import { checkContents } from "./contents.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "checkout-packages-"));
const run = (...args) => promisify(execFile)(process.execPath, args, { cwd: folder, env });
const nowhere = { npm_config_registry: "http://127.0.0.1:9", npm_config_fetch_retries: "0" };
const env = {
  ...process.env,
  ...nowhere,
  npm_config_cache: path.join(folder, "cache"),
  npm_config_yes: "true",
};
const read = (name) => readFileSync(path.join(folder, name), "utf8");

let shops;
beforeAll(() => {
  shops = packShops(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("npm create stablecoin-shop", () => {
  const create = (...args) => run(path.join(shops.staged, "create-shop.mjs"), ...args);

  test("makes the documentation's shop from the packed package", async () => {
    const { url, server } = await startRegistry([shops]);
    const args = ["create", "stablecoin-shop@latest", "my shop", "--registry", url];
    const { stdout } = await run(npmProgram(), ...args, "--", "--framework", "express", "--no-install");
    server.close();
    expect(stdout).toContain('  cd "my shop"\n  npm install\n  npm start\n');
    const recipe = readFileSync(new URL("../../docs/recipes/express.md", import.meta.url), "utf8");
    expect(recipe).toContain(`\n${read("my shop/shop.mjs")}\`\`\``);
    expect(read("my shop/.env.example")).toMatch(/^CHECKOUT_URL=.*\nCHECKOUT_SERVER_KEY=.*\nWEBHOOK_SECRET=/);
    expect(read("my shop/.gitignore")).toContain("\n.env\n");
    const readme = read("my shop/README.md");
    expect(readme).toContain("```sh\nnpm install\nnpm start\n```");
    expect(readme).toContain("Receive webhooks (`/docs/webhooks` of your service)");
    expect(readme).not.toMatch(/\]\(|npm create/);
  });

  test.each(Object.keys(frameworks))("pins every package that a shop with %s imports", async (framework) => {
    const { files } = JSON.parse(readFileSync(path.join(shops.staged, "dist/templates.json"), "utf8"))[
      framework
    ];
    const { dependencies } = JSON.parse(files["package.json"]);
    const code = Object.entries(files).filter(([name]) => /\.[jt]s$|\.mjs$/.test(name));
    const imported = code.flatMap(([, text]) => [...text.matchAll(/^import .*?"([^."][^"]*)"/gm)]);
    const names = imported.map(([, name]) => /^(?:@[^/]+\/)?[^/]+/.exec(name)[0]);
    expect(names).toContain("stablecoin-checkout-client");
    for (const name of names) expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("says why when the packages can't be installed, and leaves a whole shop", async () => {
    const refused = await create("offline", "--framework", "hono").catch((error) => error);
    expect(refused.stderr).toMatch(/ECONNREFUSED[\s\S]*couldn't install the shop's packages/);
    expect(refused.stdout).toContain("  cd offline\n  npm install\n");
    expect(read("offline/shop.mjs")).toContain('from "hono"');
    const again = await create("offline", "--framework", "hono").catch((error) => error);
    expect(again.stderr).toMatch(/^The folder .*offline isn't empty/);
  });

  test("names the frameworks when none of them is given and nobody can be asked", async () => {
    const { stderr } = await create("shop").catch((error) => error);
    expect(stderr).toMatch(/^Name a framework\.\nUsage: .*\n.*express, fastify, hono, nest, next/);
  });
});

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
