import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openApi } from "@/lib/api/openapi/documents";

const timeoutMs = 120_000;
const rules = "lib/testing/openapi";

let folder: string;
let file: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "openapi-"));
  file = path.join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(openApi(), null, 2));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const tools: [name: string, program: string, args: string[]][] = [
  [
    "spectral",
    "node_modules/@stoplight/spectral-cli/dist/index.js",
    ["lint", "--fail-severity", "hint", "--ruleset", `${rules}/spectral.yaml`],
  ],
  ["redocly", "node_modules/@redocly/cli/bin/cli.js", ["lint", "--config", `${rules}/redocly.yaml`]],
];

/** Neither tool may ask anyone anything. */
const offline = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

function lint(program: string, args: string[], document: string): Promise<string> {
  const options = { env: { ...process.env, ...offline } };
  return new Promise((resolve) =>
    execFile(process.execPath, [program, ...args, document], options, (error, stdout, stderr) =>
      resolve(error === null ? "clean" : `${stdout}${stderr}`),
    ),
  );
}

test.each(tools)(
  "%s finds nothing in the document",
  async (_, program, args) => {
    expect(await lint(program, args, file)).toBe("clean");
  },
  timeoutMs,
);
