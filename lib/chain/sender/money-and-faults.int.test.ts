import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isSend } from "@/lib/testing/node/faults";
import { type ServedNode, startNodeBefore } from "@/lib/testing/node/node";
import { testChain, testWorld } from "@/lib/testing/world";
import { openSending, type Sending } from "@/lib/testing/world/sending";
import { CallRefused } from "./chain-sender.port";
import { noteRefusal } from "./send-call";

const chain = await testChain();
const world = testWorld();
let wallet: Sending;
const dayMs = 24 * 60 * 60_000;

describe("a wallet's daily limit", () => {
  it("holds transactions above the cap with an incident, and resumes the next day", async () => {
    wallet = await openSending(world, chain);
    // All projects share the cap.
    await world.stores.database.pool.query("UPDATE projects SET deleted_at = now() WHERE NOT own(id)");
    const { maxCostWei } = await wallet.sender.prepareFill();
    const [definition] = wallet.deps.chains;
    if (definition === undefined) throw new Error("the world has no chain");
    // Room for two as long as they are open; prices move a little from block to block.
    const sending = { ...definition.sending, dailyCapWei: (maxCostWei * 5n) / 2n };
    wallet.deps.chains = [{ ...definition, sending }];
    // Early in a day, so that no midnight falls into the test.
    world.clockAheadMs += dayMs - (world.now.getTime() % dayMs) + 60_000;
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await wallet.send());
    expect(answers.slice(0, 2)).toEqual(["sent", "sent"]);
    expect(answers.slice(2)).toEqual(["over_cap", "over_cap"]);
    expect(await wallet.incidents()).toEqual(["DAILY_CAP_REACHED"]);
    expect(await wallet.owners()).toEqual(["PENDING", "PENDING", "PENDING", "PENDING"]);
    await wallet.follow({ afterMs: 60_000 });
    expect(await wallet.incidents()).toEqual(["DAILY_CAP_REACHED"]);
    await wallet.follow({ afterMs: dayMs });
    expect(await wallet.incidents()).toEqual([]);
    expect(await wallet.send()).toBe("sent");
    expect((await wallet.sent()).map(({ nonce }) => nonce)).toEqual([0n, 1n, 2n]);
  });

  it("counts the actual cost once known, without replaced transactions", async () => {
    wallet = await openSending(world, chain);
    const { chainId, operatorAddress } = wallet.sender;
    const spent = () => world.stores.outgoing.spentSince(chainId, operatorAddress, new Date(0));
    await wallet.send();
    const open = await spent();
    await wallet.follow();
    const [sent] = await wallet.sent();
    expect(await spent()).toBe(sent?.cost_wei);
    expect(open).toBeGreaterThan(sent?.cost_wei ?? open);
    await wallet.send(undefined, {
      ...wallet.sender,
      broadcast: async () => ({ accepted: true, message: null }),
    });
    await wallet.sendOutside(1n);
    await wallet.follow();
    expect(await spent()).toBe(sent?.cost_wei);
  });
});

describe("a wallet that runs out of gas money", () => {
  beforeEach(async () => {
    wallet = await openSending(world, chain);
  });
  const setBalance = (value: bigint) =>
    chain.client.setBalance({ address: wallet.sender.operatorAddress, value });

  it("sends nothing, raises an incident, and resumes when it was topped up", async () => {
    await setBalance(0n);
    const refusal = await wallet.send().catch((error: unknown) => error);
    if (!(refusal instanceof CallRefused)) throw refusal;
    expect(refusal.reason).toBe("NO_GAS_MONEY");
    expect(await wallet.sent()).toEqual([]);
    await noteRefusal(wallet.deps, wallet.sender, refusal);
    expect(await wallet.incidents()).toEqual(["OUT_OF_GAS"]);
    await wallet.follow();
    expect(await wallet.incidents()).toEqual(["OUT_OF_GAS"]);
    await setBalance(10n ** 18n);
    await wallet.follow();
    expect(await wallet.incidents()).toEqual([]);
    expect(await wallet.send()).toBe("sent");
  });

  it("raises an incident while it can still pay for some more calls", async () => {
    const { maxCostWei } = await wallet.sender.prepareFill();
    await setBalance(5n * maxCostWei);
    expect(await wallet.send()).toBe("sent");
    expect(await wallet.incidents()).toEqual(["OUT_OF_GAS"]);
    await setBalance(100n * maxCostWei);
    await wallet.follow();
    expect(await wallet.incidents()).toEqual([]);
  });

  it("keeps its place when the money goes between signing and sending", async () => {
    const poor = {
      ...wallet.sender,
      sign: async (...args: Parameters<typeof wallet.sender.sign>) => {
        await setBalance(0n);
        return wallet.sender.sign(...args);
      },
    };
    expect(await wallet.send(undefined, poor)).toBe("sent");
    expect(await wallet.incidents()).toEqual(["OUT_OF_GAS"]);
    await setBalance(10n ** 18n);
    await wallet.follow();
    expect(await wallet.follow()).toEqual({ open: 0 });
    expect(await wallet.sent()).toMatchObject([{ status: "CONFIRMED", attempts: 1n }]);
    expect(await wallet.incidents()).toEqual([]);
  });
});

describe("a node that says of a transaction", () => {
  let proxy: ServedNode;

  beforeEach(async () => {
    proxy = await startNodeBefore(chain.rpcUrl);
    wallet = await openSending(world, chain, {}, proxy.url);
  });
  afterEach(() => proxy?.stop());

  const words = [
    "already known",
    "nonce too low: next nonce 1, tx nonce 0",
    "transaction underpriced",
    "replacement transaction underpriced",
  ];
  it.each(words.flatMap((message) => [true, false].map((taken) => ({ message, taken }))))(
    "'$message' (taken: $taken) leads to one payment for the owner",
    async ({ message, taken }) => {
      const owner = await wallet.owner();
      proxy.faults.set({
        kind: "refuses",
        message,
        taken,
        times: 1,
        when: isSend,
      });
      expect(await wallet.send(owner)).toBe("sent");
      expect(proxy.struck.get("refuses")).toBe(1);
      expect(await wallet.send(owner)).toBe("taken");
      for (let look = 0; look < 4; look++) {
        if ((await wallet.follow()).open === 0) break;
        await chain.mine(1);
      }
      expect(await wallet.sent()).toMatchObject([{ status: "CONFIRMED", nonce: 0n, attempts: 1n }]);
      expect(await chain.client.getTransactionCount({ address: wallet.sender.operatorAddress })).toBe(1);
    },
  );

  it("nothing at all still leads to one payment for the owner", async () => {
    const owner = await wallet.owner();
    proxy.faults.set({ kind: "outage", times: 1, when: isSend });
    await expect(wallet.send(owner)).rejects.toThrow(/no usable answer/);
    for (let look = 0; look < 6; look++) {
      const { open } = await wallet.follow().catch(() => ({ open: 1 }));
      if (open === 0) break;
      await chain.mine(1);
    }
    expect(await wallet.sent()).toMatchObject([{ status: "CONFIRMED", attempts: 1n }]);
  });
});
