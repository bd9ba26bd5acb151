import { readFile } from "node:fs/promises";
import path from "node:path";

/** What a merchant without a package manager copies, and the package's modules that each file joins. */
const copied: Readonly<Record<string, readonly string[]>> = {
  "checkout-client.ts": ["checkout-client.ts", "request.ts"],
  "verify-webhook.ts": ["verify-webhook.ts"],
  "charge.ts": ["charge.ts"],
  "verify-receipt.ts": ["verify-receipt.ts"],
};

const headOf = (files: string) =>
  `// Made from packages/client/src, and not edited by hand. Copy ${files} into your own code.\n\n`;
const statementFrom = /^(?:import|export) [^;]* from "\.\/[\w/-]+\.js";\n+/gm;
const typesModule = "./generated/types.js";

/** The copyable client by the names of its files. @param source the folder of the package's source */
export async function clientFiles(source: string): Promise<[name: string, text: string][]> {
  return Promise.all(
    Object.entries(copied).map(async ([name, modules]): Promise<[string, string]> => {
      const texts = await Promise.all(modules.map((module) => readFile(path.join(source, module), "utf8")));
      return [name, joined(texts)];
    }),
  );
}

/**
 * One file of several modules: copied modules could not import each other, since the ending of an imported file
 * depends on the merchant's settings. Only types.ts stays a file of its own: compilers erase its import.
 */
function joined(texts: readonly string[]): string {
  const statements = texts.flatMap((text) => text.match(statementFrom) ?? []);
  const ofTypes = new Set(
    statements
      .filter((one) => one.includes(typesModule))
      .map((one) => one.trimEnd().replace(typesModule, "./types.ts")),
  );
  const bodies = texts.map((text, at) => {
    const body = text.replaceAll(statementFrom, "");
    return at === 0 ? body : body.replaceAll(/^export (?=function)/gm, "");
  });
  if (ofTypes.size === 0) return headOf("this file") + bodies.join("\n");
  return `${headOf("this file and types.ts")}${[...ofTypes].join("\n\n")}\n\n${bodies.join("\n")}`;
}
