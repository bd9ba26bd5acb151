import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decryptKeystore } from "@/lib/chain/keystore.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { runProgramFile } from "@/lib/testing/run-program";
import { madeKey } from "@/lib/testing/settings";

const key: Hex = `0x${madeKey("operator").toString("hex")}`;
let folder: string;
const file = (name: string) => path.join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "checkout-keystore-"));
});
afterAll(() => rm(folder, { recursive: true }));

const run = (input: string, ...args: string[]) =>
  runProgramFile(
    new URL("./keystore.ts", import.meta.url),
    ["--password-file", file("password"), ...args],
    {},
    input,
  );

test("a keystore opens with its password as it is written, spaces too", async () => {
  await writeFile(file("password"), "  two  words \n");
  const { exitCode, stdout, stderr } = await run(`${key}\n`, "--out", file("keystore"));
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: "" });
  expect(stderr).toBe(`The keystore holds the key of ${privateKeyToAddress(key)}.\n`);
  expect(decryptKeystore(await readFile(file("keystore"), "utf8"), "  two  words ")).toBe(key);
  expect((await stat(file("keystore"))).mode & 0o777).toBe(0o600);
});

test("an empty password is refused", async () => {
  await writeFile(file("password"), "\n");
  expect(await run(`${key}\n`, "--out", file("empty"))).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("The password is empty."),
  });
});
