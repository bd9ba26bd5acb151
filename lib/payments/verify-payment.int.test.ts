import { encodeFunctionData, erc20Abi } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { oddTokenAbi, oddTokenBytecode } from "@/lib/contracts/abi/testing/odd-token";
import { scanChain } from "@/lib/payments/scan/scan-chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { uniqueHex } from "@/lib/testing/builders";
import { testWallet } from "@/lib/testing/chain";
import { changedBefore } from "@/lib/testing/gate";
import { isLookup } from "@/lib/testing/node/faults";
import { startNodeBefore } from "@/lib/testing/node/node";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { deploy, deployPayer } from "@/lib/testing/world/odd-payments";
import { askHints } from "./ask-hints";
import { verifyPayment } from "./verify-payment";

let checkout: Checkout;

const network = await testNetwork();
const second = await testNetwork({ chainId: 31338 });
const world = testWorld([network, second], {
  booksAgree: true,
  stillClock: "a payment comes in the last millisecond",
});
beforeEach(async () => {
  checkout = await world.create();
});

const verify = (txHash: string, chainId = 31337, { id } = checkout, client = "192.0.2.1") =>
  verifyPayment(world.deps, id, { txHash, chainId }, client);
/** Asks for the hashes handed in, later than the look before. */
const askLater = () => {
  world.clockAheadMs += 2_000;
  return askHints(world.deps, 31337);
};
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "no refusal",
    ({ code }: { code: string }) => code,
  );

describe("a hash that is known", () => {
  it("is credited before the watcher's pass, and once when submitted repeatedly", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    expect(await verify(txHash)).toMatchObject({
      status: "DETECTED",
      message: "The payment was seen and is being confirmed.",
    });
    expect(await world.events(checkout)).toBe("created detected");
    expect(await verify(txHash.toUpperCase().replace("0X", "0x"))).toMatchObject({ status: "DETECTED" });
    expect(await world.events(checkout)).toBe("created detected");
    await world.mineAndWatch();
    expect(await verify(txHash)).toMatchObject({ status: "PAID" });
    expect(await world.find(checkout)).toMatchObject({ totalPaidUnits: price, paymentTxHash: txHash });
    expect(await world.events(checkout)).toBe("created detected paid");
  });

  it("reports a partial payment", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, 1n);
    expect(await verify(txHash)).toMatchObject({
      status: "PENDING",
      message: expect.stringContaining("part"),
      outcome: "RECORDED",
    });
  });

  it("is removed with its block when the watcher finds another one there", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    expect(await verify(txHash)).toMatchObject({ status: "DETECTED" });
    await network.chain.reorg(1);
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  });

  it("isn't accepted from a node that contradicts the scan", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    const [receipt] = await network.reader.receipts([txHash]);
    if (receipt == null) throw new Error("the transaction was not mined");
    const header = await network.reader.header(receipt.blockNumber);
    await network.chain.reorg(1);
    await world.scan();
    world.deps.reader = () => ({
      ...network.reader,
      receipts: async () => [receipt],
      headers: async () => [header],
    });
    expect(await refusal(verify(txHash))).toBe("TRANSACTION_NOT_FOUND");
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  });

  it("pays only the checkout that its logs pay", async () => {
    const mine = await world.create();
    const { txHash } = await network.pay(checkout.depositAddress, price);
    expect(await refusal(verify(txHash, 31337, mine))).toBe("NO_MATCHING_TRANSFER");
    expect(await world.status(mine)).toBe("PENDING");
    expect(await world.status(checkout)).toBe("PENDING");
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
  });

  it("that failed on the chain pays nothing", async () => {
    const wallet = testWallet(network.chain, 5);
    const txHash = await wallet.sendTransaction({
      to: network.usdc,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: "transfer",
        args: [checkout.depositAddress, price],
      }),
      gas: 100_000n,
    });
    await network.chain.mined();
    expect(await refusal(verify(txHash))).toBe("TRANSACTION_REVERTED");
  });
});

describe("money that came the wrong way", () => {
  const strays = () =>
    world.query(
      "SELECT chain_id, token_address, amount_units FROM transfers WHERE checkout_id = $1 AND NOT orphaned",
      [checkout.id],
    );

  it("on another chain is recorded, and the customer is notified", async () => {
    const { txHash } = await second.pay(checkout.depositAddress, price);
    expect(await refusal(verify(txHash, 31338))).toBe("CHAIN_MISMATCH");
    expect(await refusal(verify(txHash, 31338))).toBe("CHAIN_MISMATCH");
    expect(await strays()).toEqual([{ chain_id: 31338, token_address: second.usdc, amount_units: price }]);
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
    await world.expectBooks();
  });

  it("in another token is recorded, and the customer is notified", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price, { token: network.usdt });
    expect(await refusal(verify(txHash))).toBe("NO_MATCHING_TRANSFER");
    expect(await strays()).toEqual([{ chain_id: 31337, token_address: network.usdt, amount_units: price }]);
    expect(await world.status(checkout)).toBe("PENDING");
  });

  it("before any selection is recorded, and counts once its token is selected", async () => {
    checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    const { txHash } = await network.pay(checkout.depositAddress, price);
    expect(await refusal(verify(txHash))).toBe("NO_MATCHING_TRANSFER");
    expect(await strays()).toHaveLength(1);
    expect(await world.status(checkout)).toBe("PENDING");
  });

  it("to a disabled chain, or with an invalid hash, isn't read", async () => {
    expect(await refusal(verify(uniqueHex(32), 1))).toBe("UNSUPPORTED_CHAIN");
    for (const txHash of ["", "0x", "abc", `0x${"g".repeat(64)}`, `0x${"a".repeat(63)}`, "a".repeat(64)]) {
      expect(await refusal(verify(txHash))).toBe("INVALID_TX_HASH");
    }
    expect(await refusal(verify(uniqueHex(32), 31337, { ...checkout, id: "chk_none" }))).toBe(
      "CHECKOUT_NOT_FOUND",
    );
  });
});

describe("a hash that was handed in before it was mined", () => {
  const hints = () => world.query("SELECT tx_hash FROM payment_hints");
  const account = () => testWallet(network.chain, 1).account.address;

  /** Hands in the hash while its transaction waits, which is mined then. */
  async function handInEarly(pay: (nonce: number) => Promise<{ txHash: string }>): Promise<string> {
    let txHash = "";
    await network.inOneBlock(async () => {
      ({ txHash } = await pay(await network.chain.client.getTransactionCount({ address: account() })));
      expect(await verify(txHash)).toMatchObject({ status: "PENDING" });
    });
    return txHash;
  }

  it("is credited without a scan, by one request for all, and not read again", async () => {
    const asked: number[] = [];
    const { reader } = world.deps;
    world.deps.reader = (chainId) => ({
      ...reader(chainId),
      receipts: (hashes) => {
        asked.push(hashes.length);
        return reader(chainId).receipts(hashes);
      },
    });
    await verify(uniqueHex(32));
    const txHash = await handInEarly((nonce) => network.pay(checkout.depositAddress, price, { nonce }));
    asked.length = 0;
    await askLater();
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", paymentTxHash: txHash });
    expect(asked).toEqual([2]);
    expect(await hints()).toHaveLength(1);
    await askLater();
    expect(asked, "the checkout waits for nothing any more").toEqual([2]);
    await world.scan();
  });

  it("is finished when it paid a part, and when it paid something else", async () => {
    await handInEarly((nonce) => network.pay(checkout.depositAddress, 1n, { nonce }));
    const { txHash } = await network.pay(world.project.settlementWallet ?? "0x", 1n);
    world.nodesDown = true;
    await verify(txHash);
    world.nodesDown = false;
    expect(await hints()).toHaveLength(2);
    await askLater();
    expect(await hints()).toEqual([]);
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 1n });
    await world.scan();
  });

  it("recordReceipt under the lock: the scan found another block there, so the hint stays", async () => {
    await handInEarly((nonce) => network.pay(checkout.depositAddress, 1n, { nonce }));
    await world.scan();
    const swap = (from: string, to: string) =>
      world.query("UPDATE block_headers SET hash = $2 WHERE hash = $1", [from, to]);
    const [block] = await world.query<{ hash: string }>(
      "SELECT block_hash AS hash FROM transfers WHERE NOT orphaned",
    );
    const [hash, other] = [block?.hash ?? "", uniqueHex(32)];
    world.clockAheadMs += 60_000;
    await changedBefore(
      { ...world.deps },
      "lockPosition",
      () => swap(hash, other),
      (deps) => askHints(deps, 31337),
    );
    expect(await hints()).toHaveLength(1);
    await swap(other, hash);
  });

  it("is refused when its transaction doesn't name the checkout's address", async () => {
    await network.inOneBlock(async () => {
      const { txHash } = await network.pay(world.project.settlementWallet ?? "0x", price);
      expect(await refusal(verify(txHash))).toBe("NO_MATCHING_TRANSFER");
      expect(await hints()).toEqual([]);
    });
    await world.scan();
  });

  it("counts as on its way for a minute when its transaction doesn't name the checkout's address, else until its block", async () => {
    const another = await world.create();
    const reported = async ({ id }: Checkout) =>
      (await getPublicCheckout(world.deps, id)).reportedPayment?.txHash ?? null;
    const isReplaceable = async ({ id }: Checkout) =>
      (await world.stores.replacements.read(id, world.deps.clock.now()))?.hasReceived === false;
    await network.inOneBlock(async () => {
      const { txHash } = await network.pay(checkout.depositAddress, price);
      world.nodesDown = true;
      await verify(txHash);
      await verify(txHash, 31337, another);
      world.nodesDown = false;
      expect([await reported(checkout), await reported(another)]).toEqual([txHash, txHash]);
      world.clockAheadMs += 59_000;
      await askLater();
      world.clockAheadMs += 2_000;
      expect([await reported(checkout), await reported(another)]).toEqual([txHash, null]);
      expect([await isReplaceable(checkout), await isReplaceable(another)]).toEqual([false, true]);
    });
    await askLater();
    expect(await world.status(checkout)).toBe("DETECTED");
    await world.scan();
  });

  it("is looked for and credited although the checkout expired", async () => {
    world.stopClock();
    await world.query("UPDATE checkouts SET status = 'EXPIRED', expires_at = created_at WHERE id = $1", [
      checkout.id,
    ]);
    await network.inOneBlock(async () => {
      const { txHash } = await network.pay(checkout.depositAddress, price);
      expect(await verify(txHash)).toMatchObject({ status: "EXPIRED", outcome: "EXPECTED" });
      world.clockAheadMs += 59_000;
      await askLater();
      const { seenAt } = (await world.deps.checkouts.findPublic(checkout.id))?.reportedPayment ?? {};
      expect(seenAt).toEqual(world.deps.clock.now());
    });
    await askLater();
    expect(await world.find(checkout)).toMatchObject({ totalPaidUnits: price });
    await world.scan();
  });

  it("credits only the submitting checkout's part of a transaction", async () => {
    const another = await world.create();
    const payer = await deployPayer(network);
    const txHash = await payer.pay([
      [uniqueHex(20), price],
      [checkout.depositAddress, 1n],
      [another.depositAddress, price],
    ]);
    world.nodesDown = true;
    await verify(txHash);
    world.nodesDown = false;
    await askLater();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 1n });
    expect(await world.find(another)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 1n });
    expect(await world.status(another)).toBe("DETECTED");
  });

  it("delays nobody when its transaction has more logs than a node returns at once", async () => {
    const odd = await deploy(network, oddTokenAbi, oddTokenBytecode);
    const attacker = await world.create();
    const reader = createChainReader({
      chainId: 31337,
      rpcUrls: [network.chain.rpcUrl],
      maxResponseBytes: 50_000,
    });
    let flood: Hex = "0x";
    await network.inOneBlock(async () => {
      flood = await testWallet(network.chain, 4).writeContract({
        address: odd,
        abi: oddTokenAbi,
        functionName: "claim",
        args: [uniqueHex(20), 1n, 500n],
      });
      world.nodesDown = true;
      expect(await verify(flood, 31337, attacker)).toMatchObject({ status: "PENDING" });
      world.nodesDown = false;
      const nonce = await network.chain.client.getTransactionCount({ address: account() });
      const { txHash } = await network.pay(checkout.depositAddress, price, { nonce });
      expect(await verify(txHash)).toMatchObject({ status: "PENDING" });
    });
    world.deps.reader = (chainId) => (chainId === 31337 ? reader : second.reader);
    await askLater();
    expect(await world.status(checkout)).toBe("DETECTED");
    expect(await hints()).toEqual([]);
    expect(await refusal(verify(flood, 31337, attacker))).toBe("TRANSACTION_NOT_FOUND");
    expect(reader.health()).toMatchObject([{ healthy: true, consecutiveFailures: 0 }]);
    world.deps.reader = () => network.reader;
    await world.scan();
  });

  it("is requested every two seconds at most, for ten minutes", async () => {
    world.stopClock();
    const txHash = await handInEarly((nonce) => network.pay(checkout.depositAddress, price, { nonce }));
    const { reader } = world.deps;
    let asked = 0;
    world.deps.reader = (chainId) => ({
      ...reader(chainId),
      receipts: async (hashes) => {
        asked += 1;
        return hashes.map(() => null);
      },
    });
    await askLater();
    for (let round = 0; round < 3; round++) await askHints(world.deps, 31337);
    expect(asked).toBe(1);
    await askLater();
    expect(asked).toBe(2);
    world.clockAheadMs += 10 * 60_000;
    await askLater();
    expect(asked, `${txHash} is too old`).toBe(2);
    world.deps.reader = reader;
    await world.scan();
  });

  it("is credited once by concurrent watcher, customer and hint", async () => {
    const txHash = await handInEarly((nonce) => network.pay(checkout.depositAddress, price, { nonce }));
    const results = await Promise.allSettled([
      verify(txHash),
      scanChain(world.deps, 31337),
      askLater(),
      verify(txHash),
      scanChain(world.deps, 31337),
    ]);
    expect(results.map(({ status }) => status)).not.toContain("rejected");
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", totalPaidUnits: price });
    expect(await world.events(checkout)).toBe("created detected");
  });
});

describe("an unknown hash", () => {
  it("never rests a node that refuses it, however many strangers send for however many checkouts", async () => {
    const proxies = await Promise.all([1, 2].map(() => startNodeBefore(network.chain.rpcUrl)));
    for (const { faults } of proxies)
      faults.set({ kind: "refuses", message: "the index of this node is being built", when: isLookup });
    const reader = createChainReader({ chainId: 31337, rpcUrls: proxies.map(({ url }) => url) });
    const { reader: usual } = world.deps;
    world.deps.reader = () => reader;
    const checkouts = await Promise.all(Array.from({ length: 6 }, () => world.create()));
    await Promise.all(
      checkouts.flatMap((each, index) =>
        [1, 2, 3, 4, 5].map(() => verify(uniqueHex(32), 31337, each, `192.0.2.${index}`)),
      ),
    );
    await askLater().catch(() => undefined);
    expect(reader.health()).toMatchObject([
      { rests: false, failures: 0 },
      { rests: false, failures: 0 },
    ]);
    await network.pay(checkout.depositAddress, price);
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
    world.deps.reader = usual;
    await Promise.all(proxies.map((proxy) => proxy.stop()));
  });

  it("is watched: five of them in ten minutes, each as often as wanted", async () => {
    const hashes = Array.from({ length: 6 }, () => uniqueHex(32));
    for (const txHash of [...hashes.slice(0, 5), ...hashes.slice(0, 5)]) {
      expect(await verify(txHash)).toMatchObject({ status: "PENDING", outcome: "EXPECTED" });
    }
    expect(await refusal(verify(hashes[5] ?? ""))).toBe("TRANSACTION_NOT_FOUND");
    world.clockAheadMs += 10 * 60_000 + 1_000;
    expect(await verify(hashes[5] ?? "")).toMatchObject({ status: "PENDING" });
  });

  it("leaves three to the customer after strangers submitted fifty, and looks no longer when they repeat it", async () => {
    const submit = (address: string) =>
      refusal(verify(uniqueHex(32), 31337, checkout, address)).then((end) => end === "no refusal");
    const count = async (addresses: string[]) =>
      (await Promise.all(addresses.map(submit))).filter(Boolean).length;
    const strangers = Array.from({ length: 10 }, (_, index) => `198.51.100.${index}`);
    expect(await count(strangers.flatMap((address) => Array(6).fill(address)))).toBe(50);
    expect(await count(Array(5).fill("203.0.113.7"))).toBe(3);
    const since = () => world.query<{ at: Date }>("SELECT max(created_at) AS at FROM payment_hints");
    const before = await since();
    const [first] = await world.query<{ tx_hash: Hex }>("SELECT tx_hash FROM payment_hints LIMIT 1");
    world.clockAheadMs += 60_000;
    expect(await verify(first?.tx_hash ?? "0x", 31337, checkout, "198.51.100.1")).toMatchObject({
      outcome: "EXPECTED",
    });
    expect(await since()).toEqual(before);
  });

  it("because no node answers is watched for, and credited once one does", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    world.nodesDown = true;
    expect(await verify(txHash)).toMatchObject({
      status: "PENDING",
      message: expect.stringContaining("We keep looking for it"),
    });
    world.nodesDown = false;
    await askLater();
    expect(await world.status(checkout)).toBe("DETECTED");
    world.nodesDown = true;
    expect(await verify(uniqueHex(32))).toEqual({
      status: "DETECTED",
      message: "We couldn't reach the network. Try again shortly.",
      outcome: "UNANSWERED",
    });
    world.nodesDown = false;
    await world.scan();
  });

  it("isn't watched when the checkout doesn't wait for a payment", async () => {
    await network.pay(checkout.depositAddress, price);
    await world.scan();
    expect(await refusal(verify(uniqueHex(32)))).toBe("TRANSACTION_NOT_FOUND");
  });
});
