import { copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { manifest } from "../support/stack";
import { emptyFolder, runTool } from "./tools";

const { baseUrl, serverKey } = manifest();
const rounds = fileURLToPath(new URL("rounds", import.meta.url));

/** As strict as a merchant's project can be, down to the generated files. */
const typescript = {
  compilerOptions: {
    target: "ES2022",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    module: "nodenext",
    moduleResolution: "nodenext",
    strict: true,
    types: [],
    outDir: "built",
    rootDir: ".",
  },
  include: ["round.ts", "generated"],
};

type Round = { playRound(baseUrl: string, serverKey: string, referenceId: string): Promise<unknown[]> };

type Generator = {
  tool: string;
  args: string[];
  /** The file that `args` name. */
  config?: object;
};

const generators: Record<string, Generator> = {
  "openapi-fetch": { tool: "openapi-typescript", args: ["openapi.json", "-o", "generated/schema.ts"] },
  "hey-api": {
    tool: "openapi-ts",
    args: ["-f", "config.cjs", "--no-log-file"],
    config: { input: "openapi.json", output: { path: "generated", importFileExtension: ".js" } },
  },
  orval: {
    tool: "orval",
    args: ["--config", "config.cjs"],
    config: {
      checkout: {
        input: "openapi.json",
        output: { target: "generated/client.ts", client: "fetch", baseUrl },
      },
    },
  },
};

for (const [name, { tool, args, config = {} }] of Object.entries(generators))
  test(`the client that ${name} generates compiles, and creates, reads, lists and cancels a checkout`, async () => {
    const folder = await emptyFolder(name);
    const document = await (await fetch(`${baseUrl}/openapi.json`)).text();
    await mkdir(path.join(folder, "generated"));
    await writeFile(path.join(folder, "openapi.json"), document);
    await writeFile(path.join(folder, "package.json"), JSON.stringify({ type: "module" }));
    await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify(typescript));
    await copyFile(path.join(rounds, `${name}.ts`), path.join(folder, "round.ts"));
    await writeFile(path.join(folder, "config.cjs"), `module.exports = ${JSON.stringify(config)};`);
    await runTool(tool, args, folder);
    await runTool("tsc", ["-p", "."], folder);

    const built: Round = await import(pathToFileURL(path.join(folder, "built/round.js")).href);
    expect(await built.playRound(baseUrl, serverKey, `judged-by-${name}-${Date.now()}`)).toEqual([
      "PENDING",
      expect.stringContaining(`judged-by-${name}`),
      [true],
      1,
      "CANCELLED",
      "CHECKOUT_NOT_FOUND",
    ]);
  });
