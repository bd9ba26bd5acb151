/** Writes what a machine writes; `npm run generate` starts it when a source has changed. */
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openApi } from "@/lib/api/openapi/documents";
import { clientFiles } from "./client-files";
import { typescriptTypes } from "./client-types";
import { writeFonts } from "./fonts";
import { messageTypes, translationModules } from "./message-types";

const root = fileURLToPath(new URL("../..", import.meta.url));
const types = typescriptTypes(openApi());
const files: [name: string, text: string][] = [
  ["lib/generated/messages.d.ts", messageTypes(root)],
  ...translationModules(root),
  ["packages/client/src/generated/types.ts", types],
  ["lib/generated/client/types.ts", types],
  ...(await clientFiles(path.join(root, "packages/client/src"))).map(([name, text]): [string, string] => [
    `lib/generated/client/${name}`,
    text,
  ]),
];
for (const [name, text] of files) {
  const file = path.join(root, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, text);
}
await writeFonts(root);
