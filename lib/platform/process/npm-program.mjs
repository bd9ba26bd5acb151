import { existsSync } from "node:fs";
import path from "node:path";

/** npm's own program: the one that runs us, else the one that came with Node. */
export function npmProgram() {
  const running = process.env.npm_execpath;
  if (running && /npm-cli\.c?js$/.test(running)) return running;
  const beside = path.dirname(process.execPath);
  const places = [
    path.join(beside, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
    path.join(beside, "node_modules", "npm", "bin", "npm-cli.js"),
    "/usr/share/nodejs/npm/bin/npm-cli.js",
  ];
  const found = places.find((place) => existsSync(place));
  if (found === undefined) throw new Error("npm was not found beside Node. Start with: npm run <command>");
  return found;
}
