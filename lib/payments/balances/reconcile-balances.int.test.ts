import { describe, expect, it } from "vitest";
import { type BalanceQuery, ChainUnavailable, type TransferLog } from "@/lib/chain/reader/chain-reader.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { uniqueHex } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { type Lies, severalNodes } from "@/lib/testing/node/scripted-node";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { rereadLogs } from "./reread-logs";

const day = 24 * 3_600;

const network = await testNetwork();
const second = await testNetwork({ chainId: 31338 });
const world = testWorld([network, second]);

/** The home chain's nodes, each with its lies. */
function nodesSay(...lies: Lies[]) {
  const reader = severalNodes(network.reader, lies);
  world.deps.reader = (chainId) => (chainId === 31337 ? reader : second.reader);
}

const honest: Lies = {};
/** Returns no logs. */
const hiding = (): Lies => ({ logs: async () => ({ transfers: [], sweeps: [], refunds: [] }) });
/** Returns no balances. */
const silent: Lies = {
  balances: async () => {
    throw new ChainUnavailable("it has no state");
  },
};
/** Has other blocks. */
const denying: Lies = {
  balances: async ({ number }) => {
    throw new ChainUnavailable(`another block ${number}`, { deniesBlock: true });
  },
};
/** Shows a balance more or less than there is. */
const misjudging = (units: bigint): Lies => ({
  balances: async (block, queries) =>
    (await network.reader.balances(block, queries)).map((balance, index) =>
      balance === null || queries[index]?.tokenAddress === null ? balance : balance + units,
    ),
});
/** Returns a transfer that doesn't exist, in the last block of the first request. */
function inventing({ depositAddress }: Checkout): Lies {
  const txHash = uniqueHex(32);
  let invented: TransferLog | null = null;
  return {
    logs: async (range, filter, sweepsOf) => {
      const logs = await network.reader.logs(range, filter, sweepsOf);
      const last =
        "blockHash" in range ? await network.reader.latest() : await network.reader.header(range.toBlock);
      const inRange = !("blockHash" in range) || range.blockHash === last?.hash;
      if (invented === null && last !== null && inRange) {
        invented = {
          blockNumber: last.number,
          blockHash: last.hash,
          txHash,
          logIndex: 0,
          tokenAddress: network.usdc,
          from: `0x${"f".repeat(40)}`,
          to: depositAddress,
          amountUnits: price,
        };
      }
      const { blockNumber, blockHash } = invented ?? { blockNumber: -1n, blockHash: "0x" };
      const isRequested =
        "blockHash" in range
          ? range.blockHash === blockHash
          : range.fromBlock <= blockNumber && blockNumber <= range.toBlock;
      return invented !== null && isRequested ? { ...logs, transfers: [...logs.transfers, invented] } : logs;
    },
  };
}

/** Returns a transfer whose block is not the one that the node shows under its number. */
const misplacing = ({ depositAddress }: Checkout): Lies => ({
  logs: async (range, filter, sweepsOf) => {
    const logs = await network.reader.logs(range, filter, sweepsOf);
    if ("blockHash" in range) return logs;
    const misplaced: TransferLog = {
      blockNumber: range.toBlock,
      blockHash: uniqueHex(32),
      txHash: uniqueHex(32),
      logIndex: 0,
      tokenAddress: network.usdc,
      from: uniqueHex(20),
      to: depositAddress,
      amountUnits: price,
    };
    return { ...logs, transfers: [...logs.transfers, misplaced] };
  },
});

/** Over after a minute. */
const short = () => world.createFor(1);
const expire = () => expireCheckouts(world.deps);
const incidents = async () => (await world.stores.incidents.open(10)).map(({ kind }) => kind);

async function passExpiry() {
  await network.pass(120);
  await world.watch();
}

/** Gives tokens without a log: into the token's storage. */
async function donate(address: Hex, units: bigint) {
  const total = (await network.balance(address)) + units;
  await network.chain.client.request<{ Method: string; Parameters: unknown[]; ReturnType: unknown }>({
    method: "anvil_dealERC20",
    params: [address, network.usdc, `0x${total.toString(16)}`],
  });
  await network.chain.mine(1);
}

describe("at expiry", () => {
  it("finds a payment by its balance when every reading left out its log, and records it", async () => {
    const checkout = await short();
    nodesSay(hiding(), hiding());
    await network.pay(checkout.depositAddress, price);
    await world.watch();
    await passExpiry();
    expect(await world.status(checkout)).toBe("PENDING");
    nodesSay(hiding(), honest);
    await expire();
    expect(await world.status(checkout)).toBe("DETECTED");
    nodesSay(honest, honest);
    await world.mineAndWatch(2);
    expect(await world.status(checkout)).toBe("PAID");
    expect(await incidents()).toEqual([]);
    expect(await world.events(checkout)).toBe("created detected paid");
  });

  it("holds the checkout, with an incident, when no node returns the payment's log", async () => {
    const checkout = await short();
    nodesSay(hiding(), hiding());
    await network.pay(checkout.depositAddress, price);
    await passExpiry();
    for (let look = 0; look < 3; look++) {
      await expire();
      world.clockAheadMs += 20_000;
    }
    expect(await world.status(checkout)).toBe("PENDING");
    expect(await incidents()).toEqual(["BALANCE_ABOVE_BOOKS"]);
    expect(world.stores.alarms).toHaveLength(1);

    nodesSay(honest);
    await expire();
    expect(await world.status(checkout)).toBe("DETECTED");
    expect(await incidents()).toEqual([]);
  });

  it("expires a checkout after a day with an unexplained balance; the incident stays open", async () => {
    const checkout = await short();
    await donate(checkout.depositAddress, 5n);
    await passExpiry();
    await expire();
    expect(await world.status(checkout)).toBe("PENDING");
    world.clockAheadMs += day * 1_000;
    await expire();
    expect(await world.status(checkout)).toBe("EXPIRED");
    expect(await incidents()).toEqual(["BALANCE_ABOVE_BOOKS"]);
  });

  it("holds only the checkouts of a chain whose nodes return no balances", async () => {
    const checkout = await short();
    const other = await world.create({
      amount: price,
      chainId: 31338,
      tokenAddress: second.usdc,
      expiryMinutes: 1,
    });
    await passExpiry();
    // It goes by its own time, which other tests left behind.
    await second.pass((network.aheadMs - second.aheadMs) / 1_000 + 5);
    await world.watch(31338);
    nodesSay(silent, silent);
    await expire();
    expect(await world.status(checkout)).toBe("PENDING");
    expect(await world.status(other)).toBe("EXPIRED");
    nodesSay(silent, honest);
    await expire();
    expect(await world.status(checkout)).toBe("EXPIRED");
  });

  it("holds a checkout for ten minutes when its chain was disabled", async () => {
    const checkout = await short();
    world.deps.chains = [second.definition];
    for (const [minutes, status] of [
      [2, "PENDING"],
      [10, "PENDING"],
      [12, "EXPIRED"],
    ] as const) {
      world.clockAheadMs = minutes * 60_000;
      await expire();
      expect(await world.status(checkout)).toBe(status);
    }
  });
});

it("record under the lock: a reorg took the scanned block", async () => {
  const checkout = await world.create();
  nodesSay(hiding());
  await network.pay(checkout.depositAddress, price);
  await world.scan();
  nodesSay(honest);
  const position = await world.stores.positions.find(31337);
  if (position === null) throw new Error("the chain was not scanned");
  const replaceBlock = async () => {
    await network.chain.reorg(1);
    await world.scan();
  };
  await changedBefore({ ...world.deps }, "lockPosition", replaceBlock, (deps) =>
    rereadLogs(deps, network.definition, position, [checkout.depositAddress], { at: checkout.createdAt }),
  );
  expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
});

describe("at finality", () => {
  const detect = async (...lies: Lies[]) => {
    const checkout = await world.create();
    await network.pay(checkout.depositAddress, price);
    if (lies.length > 0) nodesSay(...lies);
    await world.mineAndWatch();
    return checkout;
  };

  it("a transfer that one node invented isn't PAID without its balance", async () => {
    const checkout = await world.create();
    nodesSay(inventing(checkout), honest);
    await world.mineAndWatch();
    expect(await world.status(checkout)).toBe("DETECTED");
    for (let block = 0; block < 3; block++) {
      await world.mineAndWatch();
      world.clockAheadMs += 20_000;
    }
    expect(await world.status(checkout)).toBe("DETECTED");
    expect(await incidents()).toContain("BALANCE_BELOW_BOOKS");
  });

  it("a transfer that one node invented is orphaned when every node denies it for a minute", async () => {
    const checkout = await world.create();
    nodesSay(inventing(checkout), honest);
    await world.mineAndWatch();
    nodesSay(honest, honest);
    const statuses = new Set<string>();
    for (let look = 0; look < 6; look++) {
      await world.mineAndWatch();
      statuses.add(await world.status(checkout));
      world.clockAheadMs += 20_000;
    }
    expect([...statuses]).toEqual(["DETECTED", "PENDING"]);
    expect(await incidents()).not.toContain("BALANCE_BELOW_BOOKS");
    expect(await world.events(checkout)).toBe("created detected reverted");
    await world.pay(checkout);
    expect(await world.status(checkout)).toBe("PAID");
  });

  it.each([
    ["the node in use", 0],
    ["another node", 1],
  ])(
    "a transfer that %s invented isn't PAID, although that node also invents its balance",
    async (_, liar) => {
      const checkout = await world.create();
      const lies = { ...inventing(checkout), ...misjudging(price) };
      nodesSay(...(liar === 0 ? [lies, honest] : [honest, lies]));
      await network.chain.mine(3);
      for (let look = 0; look < 5; look++) {
        await world.watch();
        await network.chain.mine(1);
        world.clockAheadMs += 20_000;
      }
      expect(await world.status(checkout)).toBe("DETECTED");
      expect(await incidents()).toContain("NODES_DISAGREE");
    },
  );

  it.each([
    ["waits while the second of two nodes has another block", [honest, denying], "DETECTED"],
    ["is PAID while one of three has another block", [honest, denying, honest], "PAID"],
    ["is PAID while the second node is down", [honest, silent], "PAID"],
  ])("a payment %s", async (_, lies, status) => {
    const checkout = await detect(...lies);
    expect(await world.status(checkout)).toBe(status);
    nodesSay(honest, honest);
    await world.watch();
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("a payment waits while nodes differ about its balance", async () => {
    const checkout = await detect(honest, misjudging(-1n));
    expect(await world.status(checkout)).toBe("DETECTED");
    expect(await incidents()).toEqual(["NODES_DISAGREE"]);
    nodesSay(honest, honest);
    await world.watch();
    expect(await world.status(checkout)).toBe("DETECTED");
    world.clockAheadMs += 20_000;
    await world.watch();
    expect(await world.status(checkout)).toBe("PAID");
    expect(await incidents()).toEqual([]);
  });

  it("one node's balance is enough when the other doesn't answer, and none isn't", async () => {
    const checkout = await detect(silent, silent);
    expect(await world.status(checkout)).toBe("DETECTED");
    expect(await incidents()).toEqual([]);
    nodesSay(honest, silent);
    await world.watch();
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("a surplus is searched for, and delays nothing", async () => {
    const checkout = await world.create();
    nodesSay(hiding());
    await network.pay(checkout.depositAddress, 7n);
    await world.watch();
    nodesSay(honest);
    await world.pay(checkout);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price + 7n });
    expect(await incidents()).toEqual([]);
  });

  it("tokens that arrived without a log are an incident, and the payment is PAID", async () => {
    const checkout = await world.create();
    await donate(checkout.depositAddress, 11n);
    await world.pay(checkout);
    expect(await world.status(checkout)).toBe("PAID");
    const [incident] = await world.stores.incidents.open(1);
    expect(incident).toMatchObject({
      kind: "BALANCE_ABOVE_BOOKS",
      checkoutId: checkout.id,
      details: { chainUnits: String(price + 11n), bookUnits: String(price) },
    });
  });

  it("a node whose logs name an unknown block doesn't delay the payment", async () => {
    const checkout = await world.create();
    await donate(checkout.depositAddress, 11n);
    nodesSay(honest, misplacing(checkout));
    await world.pay(checkout);
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("no balance is read while no payment is due", async () => {
    const queried: BalanceQuery[] = [];
    const listening: Lies = {
      balances: async (block, queries) => {
        queried.push(...queries);
        return network.reader.balances(block, queries);
      },
    };
    const checkout = await world.create();
    nodesSay(listening);
    await network.pay(checkout.depositAddress, price);
    await world.watch();
    expect(queried).toEqual([]);
    await world.mineAndWatch();
    expect(queried).toEqual([
      { tokenAddress: network.usdc, address: checkout.depositAddress },
      { tokenAddress: null, address: checkout.depositAddress },
    ]);
    await world.mineAndWatch();
    expect(queried).toHaveLength(2);
  });

  it("an unlisted token is never called, and its transfers become final", async () => {
    const checkout = await world.create();
    const usdtOnly = network.definition.tokens.filter(({ symbol }) => symbol === "USDT");
    world.deps.chains = [{ ...network.definition, tokens: usdtOnly }, second.definition];
    nodesSay({
      balances: async () => {
        throw new Error("a stranger's code was called");
      },
    });
    await world.pay(checkout);
    expect(
      await world.query("SELECT final_at IS NOT NULL AS final FROM transfers WHERE NOT orphaned"),
    ).toEqual([{ final: true }]);
  });

  it("the native coin gets one timeline entry each time its balance grows", async () => {
    const checkout = await world.create();
    const { client } = network.chain;
    await client.setBalance({ address: checkout.depositAddress, value: 10n ** 18n });
    await world.pay(checkout, 1n);
    await client.setBalance({ address: checkout.depositAddress, value: 3n * 10n ** 18n });
    for (let payment = 0; payment < 2; payment++) {
      await world.pay(checkout, 1n);
    }
    expect(await world.query("SELECT checkout_id, chain_id, amount_wei FROM native_balances")).toEqual([
      { checkout_id: checkout.id, chain_id: 31337, amount_wei: 3n * 10n ** 18n },
    ]);
    const entries = await world.query<{ details: unknown }>(
      "SELECT details FROM checkout_events WHERE kind = 'native.received' ORDER BY id",
    );
    expect(entries.map(({ details }) => details)).toEqual([
      { chainId: 31337, amountWei: "1000000000000000000" },
      { chainId: 31337, amountWei: "3000000000000000000" },
    ]);
  });
});
