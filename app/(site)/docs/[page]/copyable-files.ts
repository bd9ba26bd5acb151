import { readFile } from "node:fs/promises";
import path from "node:path";

const names = ["checkout-client.ts", "verify-webhook.ts", "types.ts"] as const;

/** The client's files as they are: the text shown is the text tested. */
export function copyableFiles(): Promise<{ name: string; text: string }[]> {
  const folder = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/api/client");
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), "utf8") })),
  );
}
