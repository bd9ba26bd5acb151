import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Hex } from "viem";
import { depositImplementationAddress, factoryAddress } from "./deposit-address.chain";

/** Input for solc, which explorers call "Standard-Json-Input". */
export type StandardJsonInput = {
  language: "Solidity";
  sources: Record<string, { content: string }>;
  settings: typeof settings;
};

/** What an explorer asks besides the input. Neither contract takes constructor arguments. */
export const verifiedContracts: readonly { address: Hex; contract: string }[] = [
  { address: factoryAddress, contract: "src/DepositFactory.sol:DepositFactory" },
  { address: depositImplementationAddress, contract: "src/Deposit.sol:Deposit" },
];

/** The compiler version as explorers list it, as pinned by the contracts' `pragma`. */
export const compilerVersion = "v0.8.37+commit.f401782d";

/** Settings from lib/contracts/foundry.toml. */
const settings = {
  optimizer: { enabled: true, runs: 1_000_000 },
  evmVersion: "cancun",
  viaIR: false,
  metadata: { bytecodeHash: "none", appendCBOR: false },
  outputSelection: { "*": { "*": ["abi", "evm.bytecode.object", "evm.deployedBytecode.object"] } },
} as const;

const contractsFolder = fileURLToPath(new URL("../../contracts", import.meta.url));
const require = createRequire(import.meta.url);
const imported = /^import\s[^;]*?"([^"]+)";/gm;

/**
 * The input that compiles to the code of the deposit contracts: their sources, the OpenZeppelin sources that they
 * import, and the settings. Explorers compile it and compare the result with the code on chain.
 */
export async function readVerificationInput(): Promise<StandardJsonInput> {
  const sources: StandardJsonInput["sources"] = {};
  const open = ["src/DepositFactory.sol"];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (name in sources) continue;
    const content = await readFile(fileOf(name), "utf8");
    sources[name] = { content };
    for (const [, target = ""] of content.matchAll(imported)) {
      open.push(target.startsWith(".") ? path.posix.join(path.posix.dirname(name), target) : target);
    }
  }
  const inOrder = Object.entries(sources).sort(([a], [b]) => (a < b ? -1 : 1));
  return { language: "Solidity", sources: Object.fromEntries(inOrder), settings };
}

/** The file of a source, by the compiler's name for it. */
function fileOf(name: string): string {
  return name.startsWith("@") ? require.resolve(name) : path.join(contractsFolder, name);
}
