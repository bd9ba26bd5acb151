import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

// A merchant without a package manager copies lib/api/client, as the service's own demo shop does. These files are made
// from the package's source; after a change of it: npx vitest run --project unit packages/client -u

const headOf = (files: string) =>
  `// Made from packages/client/src, and not edited by hand. Copy ${files} into your own code.\n\n`;
const statementFrom = /^(?:import|export) [^;]* from "\.\/[\w-]+\.js";\n+/gm;

/**
 * One file of several modules: copied modules could not import each other, since the ending of an imported file
 * depends on the merchant's settings. Only types.ts stays a file of its own: compilers erase its import.
 */
async function joined(...names: string[]): Promise<string> {
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, import.meta.url), "utf8")));
  const ofTypes = new Set(
    texts.flatMap((text) =>
      (text.match(statementFrom) ?? []).filter((statement) => statement.includes("./types.js")),
    ),
  );
  const bodies = texts.map((text, at) => {
    const body = text.replaceAll(statementFrom, "");
    return at === 0 ? body : body.replaceAll(/^export (?=function)/gm, "");
  });
  if (ofTypes.size === 0) return headOf("this file") + bodies.join("\n");
  const types = [...ofTypes].map((one) => one.trimEnd().replace(".js", ".ts"));
  return `${headOf("this file and types.ts")}${types.join("\n\n")}\n\n${bodies.join("\n")}`;
}

test.each([
  ["checkout-client.ts", ["checkout-client.ts", "request.ts"]],
  ["verify-webhook.ts", ["verify-webhook.ts"]],
  ["charge.ts", ["charge.ts"]],
  ["verify-receipt.ts", ["verify-receipt.ts"]],
])("%s equals the package's source", async (name, sources) => {
  await expect(await joined(...sources)).toMatchFileSnapshot(`../../../lib/api/client/${name}`);
});
