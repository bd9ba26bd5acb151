import { encodeFunctionData, erc20Abi } from "viem";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/core/checkout";
import { uniqueHex } from "@/lib/testing/builders";
import { testWallet } from "@/lib/testing/chain";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { compareBooks, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { scanChain } from "./scan-chain";
import { verifyPayment } from "./verify-payment";

const price = 4_500_000n;
let network: TestNetwork;
let other: TestNetwork;
let world: ServiceWorld;
let checkout: Checkout;

beforeAll(async () => {
  [network, other] = await Promise.all([startTestNetwork(), startTestNetwork({ chainId: 31338 })]);
});
afterAll(() => Promise.all([network?.stop(), other?.stop()]));
beforeEach(async () => {
  world = await openServiceWorld([network, other]);
  await Promise.all([world.scan(31337), world.scan(31338)]);
  checkout = await world.create();
});
afterEach(async () => {
  const { books, chain } = await compareBooks(world, network);
  await world.close();
  expect(books).toEqual(chain);
});

const verify = (txHash: string, chainId = 31337, { id } = checkout) =>
  verifyPayment(world.deps, id, { txHash, chainId });
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "no refusal",
    ({ code }: { code: string }) => code,
  );

describe("a hash that is known", () => {
  it("is credited before the watcher came, and once however often it is handed in", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    expect(await verify(txHash)).toMatchObject({ status: "DETECTED", events: 1 });
    expect(await verify(txHash.toUpperCase().replace("0X", "0x"))).toMatchObject({
      status: "DETECTED",
      events: 0,
    });
    await network.chain.mine(1);
    await world.watch();
    expect(await verify(txHash)).toMatchObject({ status: "PAID", events: 0 });
    expect(await world.find(checkout)).toMatchObject({ totalPaidUnits: price, paymentTxHash: txHash });
    expect(await world.eventKinds(checkout)).toEqual([
      "checkout.created",
      "checkout.detected",
      "checkout.paid",
    ]);
  });

  it("is not final before the watcher has come to its block", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    await network.chain.mine(5);
    expect(await verify(txHash)).toMatchObject({ status: "DETECTED" });
    await world.watch();
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("tells of a part", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, 1n);
    expect(await verify(txHash)).toMatchObject({
      status: "PENDING",
      message: expect.stringContaining("part"),
    });
  });

  it("credits once when customers and watchers come at the same moment", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    const results = await Promise.allSettled([
      ...Array.from({ length: 8 }, () => verify(txHash)),
      ...Array.from({ length: 3 }, () => scanChain(world.deps, 31337)),
    ]);
    expect(results.map(({ status }) => status)).not.toContain("rejected");
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", totalPaidUnits: price });
    expect(await world.eventKinds(checkout)).toEqual(["checkout.created", "checkout.detected"]);
  });

  it("falls with its block, when the watcher finds another one there", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    expect(await verify(txHash)).toMatchObject({ status: "DETECTED" });
    await network.chain.reorg(1);
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
  });

  it("is not taken from a node that contradicts what was scanned", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price);
    const receipt = await network.reader.receipt(txHash);
    if (receipt === null) throw new Error("the transaction was not mined");
    const header = await network.reader.header(receipt.blockNumber);
    await network.chain.reorg(1);
    await world.scan();
    world.deps.reader = () => ({
      ...network.reader,
      receipt: async () => receipt,
      header: async () => header,
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
    expect(await refusal(verify(txHash))).toBe("TRANSACTION_REVERTED");
  });
});

describe("money that came the wrong way", () => {
  const strays = () =>
    world.query("SELECT chain_id, token_address, amount_units FROM transfers WHERE checkout_id = $1", [
      checkout.id,
    ]);

  it("on another chain is recorded, and the customer told", async () => {
    const { txHash } = await other.pay(checkout.depositAddress, price);
    expect(await refusal(verify(txHash, 31338))).toBe("CHAIN_MISMATCH");
    expect(await refusal(verify(txHash, 31338))).toBe("CHAIN_MISMATCH");
    expect(await strays()).toEqual([{ chain_id: 31338, token_address: other.usdc, amount_units: price }]);
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
    const { books, chain } = await compareBooks(world, other);
    expect(books).toEqual(chain);
  });

  it("in another token is recorded, and the customer told", async () => {
    const { txHash } = await network.pay(checkout.depositAddress, price, { token: network.usdt });
    expect(await refusal(verify(txHash))).toBe("NO_MATCHING_TRANSFER");
    expect(await strays()).toEqual([{ chain_id: 31337, token_address: network.usdt, amount_units: price }]);
    expect(await world.status(checkout)).toBe("PENDING");
  });

  it("before anything was selected is recorded, and counts once it is", async () => {
    checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    const { txHash } = await network.pay(checkout.depositAddress, price);
    expect(await refusal(verify(txHash))).toBe("NO_MATCHING_TRANSFER");
    expect(await strays()).toHaveLength(1);
    expect(await world.status(checkout)).toBe("PENDING");
  });

  it("to a chain that is not enabled, or under something that is no hash, is not looked for", async () => {
    expect(await refusal(verify(uniqueHex(32), 1))).toBe("UNSUPPORTED_CHAIN");
    for (const txHash of ["", "0x", "abc", `0x${"g".repeat(64)}`, `0x${"a".repeat(63)}`, "a".repeat(64)]) {
      expect(await refusal(verify(txHash))).toBe("INVALID_TX_HASH");
    }
    expect(await refusal(verify(uniqueHex(32), 31337, { ...checkout, id: "chk_none" }))).toBe(
      "CHECKOUT_NOT_FOUND",
    );
  });
});

describe("a hash that nobody knows yet", () => {
  it("is watched for: five of them in ten minutes, and each as often as one likes", async () => {
    const hashes = Array.from({ length: 6 }, () => uniqueHex(32));
    for (const txHash of [...hashes.slice(0, 5), ...hashes.slice(0, 5)]) {
      expect(await verify(txHash)).toMatchObject({ status: "PENDING", events: 0 });
    }
    expect(await refusal(verify(hashes[5] ?? ""))).toBe("TRANSACTION_NOT_FOUND");
    world.clockAheadMs += 10 * 60_000 + 1_000;
    expect(await verify(hashes[5] ?? "")).toMatchObject({ status: "PENDING" });
  });

  it("lets no more than five through when they come at once", async () => {
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => refusal(verify(uniqueHex(32)))));
    expect(outcomes.filter((outcome) => outcome === "no refusal")).toHaveLength(5);
  });

  it("is not watched for when the checkout does not wait", async () => {
    await network.pay(checkout.depositAddress, price);
    await world.scan();
    expect(await refusal(verify(uniqueHex(32)))).toBe("TRANSACTION_NOT_FOUND");
  });

  it("is credited by the watcher once it is mined", async () => {
    const account = testWallet(network.chain, 1).account.address;
    await network.inOneBlock(async () => {
      const { txHash } = await network.pay(checkout.depositAddress, price, {
        nonce: await network.chain.client.getTransactionCount({ address: account }),
      });
      expect(await verify(txHash)).toMatchObject({ status: "PENDING" });
    });
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
  });
});
