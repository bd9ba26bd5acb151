import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import {
  getAddress,
  getContractAddress,
  getCreate2Address,
  keccak256,
  toHex,
  zeroAddress,
  zeroHash,
} from "viem";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { depositFactoryBytecode } from "@/lib/contracts/abi/deposit";
import { compilerVersion, readVerificationInput, verifiedContracts } from "./deploy-factory.chain";
import {
  checkoutKey,
  depositAddresses,
  depositImplementationAddress,
  deterministicDeployerAddress,
  factoryAddress,
  factoryDeploymentTransaction,
} from "./deposit-address.chain";

const terms = {
  checkoutId: "chk_01jd3x9v7c5q2m8n4k6t1w0z9y",
  merchantAddress: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8",
  refundAuthority: "0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC",
  openSweep: true,
} as const;

const derive = (of: Parameters<typeof depositAddresses.derive>[0]) => getAddress(depositAddresses.derive(of));

describe("the committed addresses", () => {
  it("the factory's follows from its committed creation bytecode", () => {
    expect(factoryAddress).toBe(
      getCreate2Address({
        from: deterministicDeployerAddress,
        salt: zeroHash,
        bytecode: depositFactoryBytecode,
      }),
    );
  });

  it("the implementation's is the factory's first creation", () => {
    expect(depositImplementationAddress).toBe(getContractAddress({ from: factoryAddress, nonce: 1n }));
  });

  it("the deployment carries salt zero and the bytecode to the deterministic deployer", () => {
    expect(factoryDeploymentTransaction.to).toBe(deterministicDeployerAddress);
    expect(factoryDeploymentTransaction.data).toBe(`0x${"00".repeat(32)}${depositFactoryBytecode.slice(2)}`);
  });
});

describe("checkoutKey", () => {
  it("is keccak256 of the id's UTF-8 bytes", () => {
    expect(checkoutKey(terms.checkoutId)).toBe(keccak256(toHex(terms.checkoutId)));
  });
});

describe("a derived deposit address", () => {
  it("equals a CREATE2 of the clone's creation code put together by hand", () => {
    const bytecode =
      `0x6100563d81600a3d39f3363d3d373d3d3d363d73${depositImplementationAddress.slice(2)}5af43d82803e903d91602b57fd5bf3${terms.merchantAddress.slice(2)}${terms.refundAuthority.slice(2)}01` as const;
    const expected = getCreate2Address({
      from: factoryAddress,
      salt: checkoutKey(terms.checkoutId),
      bytecode,
    });
    expect(derive(terms)).toBe(expected);
  });

  it("stays the same for published addresses", () => {
    expect(derive(terms)).toBe("0x76C13E9E835F521a12bebee2e97673Bee03c367b");
  });

  it("ignores the case in which addresses are written", () => {
    const lower = terms.merchantAddress.toLowerCase() as `0x${string}`;
    expect(derive({ ...terms, merchantAddress: lower })).toBe(derive(terms));
  });

  it.each([
    ["checkout", { checkoutId: "chk_other" }],
    ["merchant", { merchantAddress: terms.refundAuthority }],
    ["refund authority", { refundAuthority: terms.merchantAddress }],
    ["openSweep", { openSweep: false }],
  ])("another %s is another address", (_, change) => {
    expect(derive({ ...terms, ...change })).not.toBe(derive(terms));
  });

  it("refuses a zero merchant and a zero refund authority, as the factory does", () => {
    expect(() => derive({ ...terms, merchantAddress: zeroAddress })).toThrow(RangeError);
    expect(() => derive({ ...terms, refundAuthority: zeroAddress })).toThrow(RangeError);
  });

  it("refuses an invalid address", () => {
    expect(() => derive({ ...terms, merchantAddress: "0x1234" })).toThrow(/merchantAddress/);
  });
});

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

  it("contains the required sources and nothing of this machine", async () => {
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
