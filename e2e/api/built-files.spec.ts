import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { featureCheck } from "@/lib/testing/browsers/newer-features";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** What libraries use after a look of their own, or name like a newer method. */
const allowed = new Set([
  // @noble: its own methods, or after a constant that says whether the browser has them.
  "Uint8Array.fromHex",
  "….fromHex()",
  "….toHex()",
  // react-dom goes on without a transition.
  "….startViewTransition()",
  "Window.navigation",
  // react-dom asks whether it is there; `Children.toArray`.
  "….checkVisibility()",
  "….toArray()",
]);

/** By MDN's name, as package.json lists them. */
async function oldestBrowsers(): Promise<Record<string, string>> {
  const { browserslist } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as {
    browserslist: string[];
  };
  return Object.fromEntries(
    browserslist.map((line) => {
      const [name = "", version = ""] = line.split(" >= ");
      return [name === "ios_saf" ? "safari_ios" : name, version];
    }),
  );
}

test("what reaches browsers runs in the oldest ones that we support, and has no schema in it", async () => {
  const chunks = path.join(root, ".next/static/chunks");
  const { polyfillFiles } = JSON.parse(
    await readFile(path.join(root, ".next/build-manifest.json"), "utf8"),
  ) as {
    polyfillFiles: string[];
  };
  const built = (await readdir(chunks))
    .filter((name) => name.endsWith(".js") && !polyfillFiles.includes(`static/chunks/${name}`))
    .map((name) => path.join(chunks, name));
  expect(built.length).toBeGreaterThan(20);
  const check = featureCheck(await oldestBrowsers());
  const found: string[] = [];
  for (const file of [...built, path.join(root, "public/checkout.js")]) {
    const script = await readFile(file, "utf8");
    const newer = check(script).filter((name) => !allowed.has(name));
    if (script.includes("ZodError")) newer.push("zod");
    found.push(...newer.map((name) => `${path.basename(file)}: ${name}`));
  }
  expect(found).toEqual([]);
});
