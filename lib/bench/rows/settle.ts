import { setTimeout as sleep } from "node:timers/promises";
import { outgoingOwners } from "@/lib/api/wiring/stores";
import type { BenchOptions } from "@/lib/bench/options";
import { type BenchChain, startBenchChain } from "@/lib/bench/scale/bench-chain";
import { startScaleDatabases } from "@/lib/bench/scale/databases";
import { scanDeps } from "@/lib/bench/scale/open-scan";
import type { Row } from "@/lib/bench/table";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import { createOutgoingStore } from "@/lib/chain/sender/outgoing/outgoing.store";
import { createCheckoutStore } from "@/lib/checkouts/checkout.store";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { scanChainOnce } from "@/lib/payments/scan/scan-chain-once";
import { createDatabase, type Database } from "@/lib/platform/database";
import { createSecretBox } from "@/lib/platform/secret-box";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { createProjectAdmin } from "@/lib/projects/project-admin.store";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { createSettlementStore } from "@/lib/settlement/settlement.store";
import { buildCheckout, buildEvent, buildQuote, newId } from "@/lib/testing/builders";
import { operatorKey } from "@/lib/testing/network";

const chainId = 31337;
const checkouts = 500;
const units = 4_500_000n;
const blockGas = 30_000_000n;
const lookEveryMs = 250;
const patienceMs = 300_000;
/** Gas of one captured payment of Coinbase's commerce-payments as it publishes it. */
const commercePaymentsGas = 225_572;

type Input = { options: BenchOptions; stops: (() => Promise<unknown>)[]; say: (line: string) => void };

/** What a settled checkout costs in gas, in batches of 50. */
export async function measureSettlement({ stops, say }: Input): Promise<Row[]> {
  const databases = await startScaleDatabases(stops);
  const chain = await startBenchChain(chainId);
  stops.push(() => chain.stop());
  const database = createDatabase(await databases.create("settled"), { maxConnections: 4 });
  stops.push(() => database.close());
  const { network } = chain;
  const deps = settleDeps(database, chain);
  const watch = async () => {
    await scanChainOnce(deps, chainId);
    await confirmPayments(deps, chainId);
  };

  await watch();
  say(`Paying ${checkouts} checkouts`);
  await chain.mine(0, await insertCheckouts(database, network.usdc), units);
  await network.chain.client.mine({ blocks: 2 });
  await watch();
  await network.chain.client.setBlockGasLimit({ gasLimit: blockGas });
  await network.chain.client.setIntervalMining({ interval: 1 });
  await sleep(2_000);

  say("Settling");
  const startedAt = performance.now();
  while ((await settled(database)) < checkouts) {
    if (performance.now() - startedAt > patienceMs) throw new Error("the checkouts are not settled");
    await settleCheckouts(deps, chainId);
    await watch();
    await sleep(lookEveryMs);
  }
  const gas = await gasPerItem(database);
  return [
    {
      row: "Gas per settled checkout, deposit deployed, in batches of 50",
      ours: gas.toLocaleString("en"),
      floor: `${commercePaymentsGas.toLocaleString("en")} (commerce-payments, published)`,
      ratio: `${(gas / commercePaymentsGas).toFixed(2)} ×`,
      goal: "≤ 65,000",
      met: gas <= 65_000,
    },
  ];
}

function settleDeps(database: Database, { network }: BenchChain) {
  const { chain, definition, reader } = network;
  const sender = createChainSender({
    chainId,
    rpcUrls: [chain.rpcUrl],
    signer: createLocalSigner(operatorKey),
    factoryAddress: depositAddresses.factory,
    sending: definition.sending,
  });
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  return {
    ...scanDeps(database, definition, reader),
    log: quiet,
    outgoing: createOutgoingStore(database, outgoingOwners),
    settlements: createSettlementStore(database),
    sender: () => sender,
    refundSender: () => null,
    refundWallet: null,
    walletCode: { onChains: async () => new Map() },
    coinPrices: async () => null,
    gasFloorMultiple: 5,
  };
}

/** Checkouts of one merchant who settles immediately. Answers their deposit addresses. */
async function insertCheckouts(database: Database, tokenAddress: Hex): Promise<Hex[]> {
  const secretBox = createSecretBox(Buffer.alloc(32));
  const merchantAddress: Hex = `0x${"ac".repeat(20)}`;
  const { projectId } = await createProjectAdmin(database, newId).createProject({
    name: "Bench",
    settlementWallet: merchantAddress,
    refundMode: "STRICT",
    settlementPolicy: "IMMEDIATE",
    at: new Date(),
  });
  const store = createCheckoutStore(database, secretBox);
  const now = new Date();
  const later = new Date(now.getTime() + 3_600_000);
  const addresses: Hex[] = [];
  for (let count = 0; count < checkouts; count++) {
    const id = newId("chk");
    const terms = { merchantAddress, refundAuthority: merchantAddress, openSweep: true };
    const depositAddress = depositAddresses.derive({ checkoutId: id, ...terms });
    const checkout = buildCheckout({
      id,
      ...terms,
      projectId,
      chainId,
      tokenAddress,
      amountUnits: units,
      depositAddress,
      createdAt: now,
      expiresAt: later,
      watchUntil: later,
    });
    const event = buildEvent(checkout);
    await store.insert(checkout, buildQuote({ tokenAddress, amountUnits: units }), [], event, null);
    addresses.push(depositAddress);
  }
  return addresses;
}

async function settled({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM checkouts WHERE status = 'SETTLED'",
  );
  return rows[0]?.count ?? 0;
}

async function gasPerItem({ pool }: Database): Promise<number> {
  const { rows } = await pool.query<{ gas: number }>(`
    SELECT (sum(gas_used) / (SELECT count(*) FROM settlement_items WHERE status = 'SWEPT'))::int AS gas
    FROM outgoing_transactions WHERE status = 'CONFIRMED'`);
  return rows[0]?.gas ?? 0;
}
