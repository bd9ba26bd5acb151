/**
 * `npm run rotate-wallet-key -- --wallet operator|refund [--password-file FILE] < OLD-KEY`: ends what a replaced wallet
 * had begun, and sends its coin to the present one. The service runs meanwhile, with the new key alone.
 *
 * Exits with 0 when the old key is no longer needed, 1 when something is left (run it again), 2 when it could not be
 * done.
 */
import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { privateKeyToAddress } from "viem/accounts";
import { outgoingOwners } from "@/lib/api/wiring/stores";
import { type Retirement, retireWallet } from "@/lib/books/retire-wallet";
import { type DepositsOfWallet, readWalletDuties } from "@/lib/books/retire-wallet.store";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { decryptKeystore } from "@/lib/chain/keystore.chain";
import { formatCoins } from "@/lib/chain/native-currency.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import { createOutgoingStore } from "@/lib/chain/sender/outgoing/outgoing.store";
import { trustedBlock } from "@/lib/checkouts/balances/agree-on-deposits";
import { createPositionStore } from "@/lib/checkouts/state/chain-position.store";
import { printLines, readArguments, readKey, runProgram, UsageError } from "@/lib/operate/commands/program";
import { createSystemClock } from "@/lib/platform/clock";
import { createDatabase } from "@/lib/platform/database";
import { newId } from "@/lib/platform/ids";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { createLog } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { findOperatorSettings, type OperatorSettings } from "@/lib/settings/operator-settings";
import { SettingsError } from "@/lib/settings/variables";

const usage = `Usage: npm run rotate-wallet-key -- --wallet operator|refund [--password-file FILE] < FILE-WITH-THE-OLD-KEY
  1. Create a key (npm run keystore -- --new), and send coin to its address on each chain.
  2. Set it in place of the old key, and restart every instance.
  3. Run this command with the service's settings and the old key on standard input, until it ends with 0. It
     doesn't wait: what isn't final yet is left for the next run.
  4. Delete the old key.
  --wallet         the wallet that was replaced
  --password-file  a file with the password, if standard input is a keystore`;

async function main(args: string[]): Promise<number> {
  const { values } = readArguments(usage, {
    args,
    options: { wallet: { type: "string" }, "password-file": { type: "string" } },
  });
  const { wallet } = values;
  if (wallet !== "operator" && wallet !== "refund")
    throw new UsageError("Give --wallet operator or --wallet refund.", usage);
  const settings = await findOperatorSettings();
  const successor = presentWallet(settings, wallet);
  const signer = createLocalSigner(await readOldKey(values["password-file"]));
  if (presentWallets(settings).includes(signer.address))
    throw new SettingsError(
      `The service's settings still have the key of ${signer.address}. Set the new key first, and restart every instance.`,
    );

  const database = createDatabase(settings.databaseUrl(), { maxConnections: 2 });
  const clock = createSystemClock();
  const log = createLog("silent");
  const positions = createPositionStore(database);
  const deps = {
    clock,
    log,
    newId,
    chains: settings.chains,
    outgoing: createOutgoingStore(database, outgoingOwners),
    incidents: createIncidentStore(database, log),
  };
  try {
    const { isKnown, payable, deposits, openOn } = await readWalletDuties(database, signer.address);
    // A key from the wrong file: its coin is none of the service's.
    if (!isKnown) throw new Error(`${signer.address} was never a wallet of this service. Nothing was sent.`);
    const elsewhere = openOn.filter((chainId) => !settings.chains.some((chain) => chain.chainId === chainId));
    const isNeeded = deposits.length > 0 || payable > 0;
    let isDone = !isNeeded && elsewhere.length === 0;
    for (const chain of settings.chains) {
      const old = createChainSender({ ...chain, signer, factoryAddress: depositAddresses.factory });
      const settledUpTo = trustedBlock(chain, await positions.find(chain.chainId), clock.now());
      const retirement = await retireWallet(deps, old, {
        successor: isNeeded ? null : successor,
        settledUpTo,
      }).catch((error: unknown) => {
        if (!(error instanceof ChainUnavailable)) throw error;
        return { kind: "refused", reason: error.message } as const;
      });
      isDone &&= retirement.kind === "done";
      printLines([`${chain.name}: ${says(retirement, chain, successor)}`]);
    }
    for (const chainId of elsewhere)
      console.log(`chain ${chainId}: transactions that aren't final yet. Put the chain back into CHAINS.`);
    printLines(deposits.map((sum) => depositText(settings, sum)));
    if (payable > 0)
      console.log(`Customers can still pay checkouts that only this wallet refunds: ${payable}.`);
    console.log(
      isDone
        ? `\nThe service no longer needs the key of ${signer.address}.`
        : "\nKeep the old key, and run this again later.",
    );
    return isDone ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** @throws SettingsError without the wallet's key */
function presentWallet(settings: OperatorSettings, wallet: "operator" | "refund"): Hex {
  const address = wallet === "refund" ? settings.refundWallet() : operatorWallet(settings);
  if (address !== null) return address;
  throw new SettingsError(`The settings have no key of the ${wallet} wallet. Set the new one first.`);
}

function presentWallets(settings: OperatorSettings): (Hex | null)[] {
  return [operatorWallet(settings), settings.refundWallet()];
}

function operatorWallet(settings: OperatorSettings): Hex | null {
  const key = settings.operatorKey();
  return key === null ? null : (privateKeyToAddress(key).toLowerCase() as Hex);
}

async function readOldKey(passwordFile: string | undefined): Promise<Hex> {
  const given = await text(process.stdin);
  if (passwordFile === undefined) return readKey(given, usage);
  return decryptKeystore(given, (await readFile(passwordFile, "utf8")).replace(/\r?\n$/, ""));
}

function says(retirement: Retirement, { nativeCurrency }: Chain, successor: Hex): string {
  switch (retirement.kind) {
    case "waits":
      return `transactions that aren't final yet: ${retirement.open.length}.`;
    case "idle":
      return "its transactions are final. It keeps its coin: refunds may need it.";
    case "sent":
      return `sent its ${formatCoins(retirement.valueWei, nativeCurrency)} to ${successor}: ${retirement.txHash}`;
    case "refused":
      return `not now: ${retirement.reason}.`;
    case "settling":
      return "its last transaction isn't final yet.";
    case "done":
      return `done. It has ${formatCoins(retirement.balanceWei, nativeCurrency)} left, less than twice the fee.`;
  }
}

function depositText(settings: OperatorSettings, sum: DepositsOfWallet): string {
  const found = findToken(settings.chains, sum);
  const amount =
    found === null
      ? `${sum.units} units of ${sum.tokenAddress} on chain ${sum.chainId}`
      : `${formatUnits(sum.units, found.token.decimals)} ${found.token.symbol} on ${found.chain.name}`;
  const way = sum.openSweep
    ? `To settle them: npm run admin -- sweep-now --project ${sum.projectId}`
    : "The merchant's wallet has to sweep them, on the project's Settlements page.";
  return `${sum.projectId}: only this wallet refunds ${amount} (deposits: ${sum.deposits}). ${way}`;
}

await runProgram(main);
