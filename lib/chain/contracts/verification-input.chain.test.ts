import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { depositFactoryBytecode } from "@/lib/contracts/abi/deposit-factory";
import { compilerVersion, readVerificationInput, verifiedContracts } from "./deploy-factory.chain";

const solc: { version(): string; compile(input: string): string } = createRequire(import.meta.url)("solc");

const output = z.object({
  errors: z.array(z.object({ severity: z.string(), formattedMessage: z.string() })).optional(),
  contracts: z.record(
    z.string(),
    z.record(z.string(), z.object({ evm: z.object({ bytecode: z.object({ object: z.string() }) }) })),
  ),
});

describe("the input for explorers", () => {
  it("compiles to exactly the creation code that is deployed", { timeout: 120_000 }, async () => {
    const input = await readVerificationInput();
    const { contracts, errors = [] } = output.parse(JSON.parse(solc.compile(JSON.stringify(input))));

    expect(errors.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(`0x${contracts["src/DepositFactory.sol"]?.DepositFactory?.evm.bytecode.object}`).toBe(
      depositFactoryBytecode,
    );
    for (const { contract } of verifiedContracts) {
      const [file = "", name = ""] = contract.split(":");
      expect(contracts[file]?.[name], contract).toBeDefined();
    }
  });

  it("names the compiler that made the committed code", () => {
    expect(`v${solc.version()}`.startsWith(`${compilerVersion}.`)).toBe(true);
  });

  it("holds what is needed and nothing of this machine", async () => {
    const { sources } = await readVerificationInput();
    const names = Object.keys(sources);
    expect(names).toEqual([...names].sort());
    expect(names).toContain("src/Deposit.sol");
    expect(names.filter((name) => !/^(src|@openzeppelin\/contracts)\/[\w/-]+\.sol$/.test(name))).toEqual([]);
    expect(names.filter((name) => name.includes("local"))).toEqual([]);
  });

  it("has the settings of foundry.toml", async () => {
    const { settings } = await readVerificationInput();
    const toml = await readFile(new URL("../../contracts/foundry.toml", import.meta.url), "utf8");
    const pinned = (key: string) =>
      new RegExp(`^${key} = "?([^"\n]+)"?$`, "m").exec(toml)?.[1]?.replaceAll("_", "");
    expect({
      optimizer: String(settings.optimizer.enabled),
      optimizer_runs: String(settings.optimizer.runs),
      evm_version: settings.evmVersion,
      via_ir: String(settings.viaIR),
      bytecode_hash: settings.metadata.bytecodeHash,
      cbor_metadata: String(settings.metadata.appendCBOR),
    }).toEqual({
      optimizer: pinned("optimizer"),
      optimizer_runs: pinned("optimizer_runs"),
      evm_version: pinned("evm_version"),
      via_ir: pinned("via_ir"),
      bytecode_hash: pinned("bytecode_hash"),
      cbor_metadata: pinned("cbor_metadata"),
    });
  });
});
