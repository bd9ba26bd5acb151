/**
 * `npm run chains`: each configured chain with its nodes, tokens, contracts and problems. `npm run chains --
 * --deploy-factory <chainId> [--yes]`: deploys the deposit factory on a chain, paid by the operator; does nothing if it
 * is deployed. `npm run chains -- --verification-input [file]`: the contracts' sources for block explorers, as standard
 * JSON input of solc, in a file or on standard output. `npm run chains -- --scan-again <chainId> [--yes]`: forgets the
 * scanned position of a chain, after nodes reported blocks that never existed (incident CHAIN_LOST). Records stay, and
 * are compared with the chain as it is read again.
 *
 * Ends with 0, with 1 when a chain is at fault, with 2 when it could not look.
 */
import { writeFile } from "node:fs/promises";
import { perChain } from "@/lib/chain/chains.rules";
import { describeChain } from "@/lib/chain/check/check-chains";
import { usesTags } from "@/lib/chain/confirmation-policy.rules";
import {
  compilerVersion,
  planFactoryDeployment,
  readVerificationInput,
  verifiedContracts,
} from "@/lib/chain/contracts/deploy-factory.chain";
import { factoryAddress, requiredContracts } from "@/lib/chain/contracts/deposit-address.chain";
import { formatCoins } from "@/lib/chain/native-currency.rules";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { printLines, readArguments, runProgram } from "@/lib/operate/commands/program";
import { createScanProgressStore } from "@/lib/payments/scan-progress.store";
import { createSystemClock } from "@/lib/platform/clock";
import { createDatabase } from "@/lib/platform/database";
import type { ConfiguredChain } from "@/lib/settings/chain-settings";
import { findOperatorSettings, type OperatorSettings } from "@/lib/settings/operator-settings";
import { SettingsError } from "@/lib/settings/variables";

const usage = `Usage: npm run chains [-- OPTION]
  Checks the nodes, tokens and contracts of each chain in CHAINS.
  --deploy-factory CHAIN [--yes]  deploys the deposit factory on a chain; the operator's wallet pays
  --scan-again CHAIN [--yes]      scans a chain again (docs/incidents/chain-lost.md)
  --verification-input [FILE]     writes the contracts' sources for block explorers`;

async function main(args: string[]): Promise<number> {
  const { values, positionals } = readArguments(usage, {
    args,
    allowPositionals: args.includes("--verification-input"),
    options: {
      "deploy-factory": { type: "string" },
      "scan-again": { type: "string" },
      "verification-input": { type: "boolean", default: false },
      yes: { type: "boolean", default: false },
    },
  });
  if (values["verification-input"]) return writeVerificationInput(positionals[0]);
  const settings = await findOperatorSettings();
  const { "deploy-factory": deployOn, "scan-again": scanAgainOn } = values;
  if (deployOn !== undefined) return deployFactory(settings, deployOn, values.yes);
  return scanAgainOn === undefined ? listChains(settings) : scanAgain(settings, scanAgainOn, values.yes);
}

async function listChains({ chains }: OperatorSettings): Promise<number> {
  const clock = createSystemClock();
  const reader = perChain(chains, (chain) =>
    createChainReader({ ...chain, usesTags: usesTags(chain.confirmations) }),
  );
  let faults = 0;
  const silent: string[] = [];
  // Side by side: silent nodes take their time limit.
  const described = await Promise.all(
    chains.map(({ chainId }) => describeChain({ chains, reader, requiredContracts, clock }, chainId)),
  );
  for (const { lines, check } of described) {
    printLines([...lines, ""]);
    faults += check.faults.length;
    if (!check.passed && check.faults.length === 0) silent.push(`${check.chainId}`);
  }
  if (silent.length > 0)
    console.log(`No node responds on ${silent.length === 1 ? "chain" : "the chains"} ${silent.join(", ")}.`);
  if (faults === 0) return silent.length === 0 ? 0 : 2;
  console.log(
    faults === 1
      ? "Found 1 fault. The service won't start until you fix it."
      : `Found ${faults} faults. The service won't start until you fix them.`,
  );
  return 1;
}

/** @throws SettingsError */
function findChain({ chains }: OperatorSettings, wanted: string): ConfiguredChain {
  const chain = chains.find(({ chainId }) => String(chainId) === wanted);
  if (chain === undefined) throw new SettingsError(`CHAINS has no chain ${wanted}.`);
  return chain;
}

async function scanAgain(settings: OperatorSettings, wanted: string, confirmed: boolean): Promise<number> {
  const { chainId, name } = findChain(settings, wanted);
  if (!confirmed) {
    console.log(
      `${name} (${chainId}) would be scanned again from before its oldest watched checkout.\n` +
        "Nothing was changed. To do it, add --yes.",
    );
    return 0;
  }
  const database = createDatabase(settings.databaseUrl(), { maxConnections: 1 });
  try {
    const known = await createScanProgressStore(database).forgetPosition(chainId, new Date());
    console.log(
      known ? `${name} (${chainId}): the next scan starts over.` : `${name} has not been scanned yet.`,
    );
  } finally {
    await database.close();
  }
  return 0;
}

async function deployFactory(
  settings: OperatorSettings,
  wanted: string,
  confirmed: boolean,
): Promise<number> {
  const chain = findChain(settings, wanted);
  const deployment = await planFactoryDeployment({ ...chain, privateKey: settings.operatorKey() });
  if (deployment === null) {
    console.log(
      `The factory is already on ${chain.name} (${chain.chainId}), at ${factoryAddress}, with the right code. There is nothing to do.`,
    );
    return 0;
  }
  console.log(
    [
      `DepositFactory on ${chain.name} (${chain.chainId})`,
      `  address   ${deployment.factory}`,
      `  paid by   ${deployment.from}, which has ${formatCoins(deployment.balanceWei, chain.nativeCurrency)}`,
      `  costs     at most ${formatCoins(deployment.maxCostWei, chain.nativeCurrency)} (${deployment.gas} gas)`,
    ].join("\n"),
  );
  if (!confirmed) {
    console.log("Nothing was sent. To send it, add --yes.");
    return 0;
  }
  console.log(`Deployed by transaction ${await deployment.send()}.`);
  return 0;
}

/**
 * Only the input goes to standard output, so that it can be piped; the explorer's other questions go to standard error.
 */
async function writeVerificationInput(file: string | undefined): Promise<number> {
  const input = `${JSON.stringify(await readVerificationInput(), null, 2)}\n`;
  if (file === undefined) process.stdout.write(input);
  else await writeFile(file, input);
  const addresses = verifiedContracts.map(({ address, contract }) => `  ${address}  ${contract}`);
  console.error(
    [
      ...(file === undefined ? [] : [`Written to ${file}.`]),
      `Compiler ${compilerVersion}, standard JSON input, no constructor arguments. On every chain:`,
      ...addresses,
    ].join("\n"),
  );
  return 0;
}

await runProgram(main);
