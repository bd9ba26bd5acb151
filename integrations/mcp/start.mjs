/** `npm run mcp`: bundles the server with the client, and runs it. Standard output belongs to the protocol. */
import { renameSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import "../../lib/platform/process/connection-attempts.mjs";

const built = fileURLToPath(new URL("dist/main.mjs", import.meta.url));
// Several hosts may start it at the same moment.
const unfinished = `${built}.${process.pid}`;

await build({
  entryPoints: [fileURLToPath(new URL("src/main.ts", import.meta.url))],
  outfile: unfinished,
  bundle: true,
  platform: "node",
  target: "node20",
  format: "esm",
  packages: "external",
  logLevel: "warning",
});
renameSync(unfinished, built);
await import(pathToFileURL(built).href);
