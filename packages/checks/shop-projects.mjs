/** The shops that `npm create stablecoin-shop` makes, from a registry on this machine. Each throws when it doesn't sell. */
import path from "node:path";
import { npmProgram } from "../../lib/platform/process/npm-program.mjs";
import { frameworks, readRecipe } from "../shop-templates.mjs";
import { run, write } from "./fresh-project.mjs";
import { runCharges, runShop } from "./recipes.mjs";

/** Runs npm with a cache of its own: npm keeps what it ran before, and a rebuilt package has the same version. */
function npm({ folder, env, registry }, cwd, ...args) {
  const npmEnv = {
    ...env,
    npm_config_registry: registry,
    npm_config_cache: path.join(folder, "cache"),
    // npm asks a person before it runs a package for the first time.
    npm_config_yes: "true",
  };
  return run({ folder: cwd, env: npmEnv }, process.execPath, npmProgram(), ...args);
}

/** @returns the shop's folder */
async function makeShop(project, framework) {
  const { folder } = project;
  await npm(project, folder, "create", "stablecoin-shop@latest", "shop", "--", "--framework", framework);
  return path.join(folder, "shop");
}

const shopOf = (framework, { scripts }) => [
  framework,
  async (project) => {
    const shop = await makeShop(project, framework);
    if (scripts.build !== undefined) await npm(project, shop, "run", "build");
    await runShop(shop, project.demo, project.env);
  },
];

async function charge(project) {
  const shop = await makeShop(project, "hono");
  await npm(project, shop, "install", `express@${frameworks.express.dependencies.express}`);
  await write(shop, readRecipe("charge").files);
  await runCharges(shop);
}

export const shopProjects = {
  ...Object.fromEntries(Object.entries(frameworks).map(([name, made]) => shopOf(name, made))),
  charge,
};
