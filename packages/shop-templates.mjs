/** What `npm create stablecoin-shop` writes: the shops of docs/recipes, each with a manifest and its page's README. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { packPackage, readManifest, tarballs, version } from "./pack.mjs";

const packages = fileURLToPath(new URL(".", import.meta.url));

const nodeShop = { start: "node --env-file=.env shop.mjs" };

/** Exact versions, so that a shop is what the checks ran. */
export const frameworks = {
  express: { scripts: nodeShop, dependencies: { express: "5.3.0" } },
  fastify: { scripts: nodeShop, dependencies: { fastify: "5.12.8" } },
  hono: { scripts: nodeShop, dependencies: { "@hono/node-server": "2.1.9", hono: "4.13.19" } },
  nest: {
    scripts: { start: "node --env-file=.env --import tsx shop.ts" },
    dependencies: {
      "@nestjs/common": "12.5.1",
      "@nestjs/core": "12.5.1",
      "@nestjs/platform-express": "12.5.1",
      "reflect-metadata": "0.2.2",
      rxjs: "7.8.2",
      tsx: "4.23.15",
    },
  },
  next: {
    scripts: { build: "next build", start: "next start --port 3001" },
    dependencies: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
  },
};

/** A page's text, and the files that it shows: a block of code has its file's name behind the language. */
export function readRecipe(name) {
  const page = readFileSync(path.join(packages, `../docs/recipes/${name}.md`), "utf8");
  const blocks = [...page.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```/gm)];
  return { page, files: Object.fromEntries(blocks.map(([, file, code]) => [file, code])) };
}

/** The page without how the shop is made and its code, which the reader has. A link names the page in the service. */
function readme(page) {
  const [, title, purpose] = /^# (.*)\n\n([\s\S]*?)\n\n/.exec(page);
  const start = page.slice(page.indexOf("\n## Start it\n"));
  const links = /\[([^\]]+)\]\(\.\.\/[\w/]+\/([\w-]+)\.md[^)]*\)/g;
  return `# ${title}\n\n${purpose}\n${start}`.replace(links, "$1 (`/docs/$2` of your service)");
}

function shop(name, { scripts, dependencies }) {
  const { page, files } = readRecipe(name);
  const { ".env": settings, ...code } = files;
  const manifest = {
    private: true,
    type: "module",
    engines: { node: ">=20.6" },
    scripts,
    dependencies: { ...dependencies, [readManifest(path.join(packages, "client")).name]: version },
  };
  return {
    files: {
      ...code,
      "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
      "README.md": readme(page),
      ".env.example": settings,
      ".gitignore": "node_modules/\n.next/\n.env\n",
    },
    commands: Object.keys(scripts).map((script) => (script === "start" ? "npm start" : `npm run ${script}`)),
  };
}

/** Builds and packs create-stablecoin-shop. @param to packages/dist, except in tests */
export function packShops(to = tarballs) {
  const folder = path.join(packages, "create-stablecoin-shop");
  const shops = Object.entries(frameworks).map(([name, framework]) => [name, shop(name, framework)]);
  mkdirSync(path.join(folder, "dist"), { recursive: true });
  writeFileSync(path.join(folder, "dist/templates.json"), JSON.stringify(Object.fromEntries(shops), null, 2));
  return packPackage(folder, to);
}
