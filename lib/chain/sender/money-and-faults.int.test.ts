import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestChain, type TestChain } from "@/lib/testing/chain";
import { type FaultProxy, startFaultProxy } from "@/lib/testing/fault-proxy";
import { openSendingWorld, type SendingWorld } from "@/lib/testing/sending-world";
import { CallRefused } from "./chain-sender.port";
import { noteRefusal } from "./send-call";

let chain: TestChain;
let world: SendingWorld;
const dayMs = 24 * 60 * 60_000;

beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain?.stop());
afterEach(() => world?.close());

describe("a wallet's daily limit", () => {
  it("holds transactions above the cap with an incident, and resumes the next day", async () => {
    world = await openSendingWorld(chain);
    // All projects share the cap.
    await world.stores.database.pool.query("UPDATE projects SET deleted_at = now() WHERE NOT own(id)");
    const { maxCostWei } = await world.sender.prepareFill();
    const [definition] = world.deps.chains;
    if (definition === undefined) throw new Error("the world has no chain");
    // Room for two as long as they are open; prices move a little from block to block.
    const sending = { ...definition.sending, dailyCapWei: (maxCostWei * 5n) / 2n };
    world.deps.chains = [{ ...definition, sending }];
    // Early in a day, so that no midnight falls into the test.
    world.aheadMs += dayMs - ((Date.now() + world.aheadMs) % dayMs) + 60_000;
    const answers = [];
    for (let count = 0; count < 4; count++) answers.push(await world.send());
    expect(answers.slice(0, 2)).toEqual(["sent", "sent"]);
    expect(answers.slice(2)).toEqual(["over_cap", "over_cap"]);
    expect(await world.incidents()).toEqual(["DAILY_CAP_REACHED"]);
    expect(await world.owners()).toEqual(["PENDING", "PENDING", "PENDING", "PENDING"]);
    await world.follow({ afterMs: 60_000 });
    expect(await world.incidents()).toEqual(["DAILY_CAP_REACHED"]);
    await world.follow({ afterMs: dayMs });
    expect(await world.incidents()).toEqual([]);
    expect(await world.send()).toBe("sent");
    expect((await world.sent()).map(({ nonce }) => nonce)).toEqual([0n, 1n, 2n]);
  });

  it("counts the actual cost once known, without replaced transactions", async () => {
    world = await openSendingWorld(chain);
    const { chainId, operatorAddress } = world.sender;
    const spent = () => world.stores.outgoing.spentSince(chainId, operatorAddress, new Date(0));
    await world.send();
    const open = await spent();
    await world.follow();
    const [sent] = await world.sent();
    expect(await spent()).toBe(sent?.cost_wei);
    expect(open).toBeGreaterThan(sent?.cost_wei ?? open);
    await world.send(undefined, {
      ...world.sender,
      broadcast: async () => ({ accepted: true, message: null }),
    });
    await world.sendOutside(1n);
    await world.follow();
    expect(await spent()).toBe(sent?.cost_wei);
  });
});

describe("a wallet that runs out of gas money", () => {
  beforeEach(async () => {
    world = await openSendingWorld(chain);
  });
  const setBalance = (value: bigint) =>
    chain.client.setBalance({ address: world.sender.operatorAddress, value });

  it("sends nothing, raises an incident, and resumes when it was topped up", async () => {
    await setBalance(0n);
    const refusal = await world.send().catch((error: unknown) => error);
    if (!(refusal instanceof CallRefused)) throw refusal;
    expect(refusal.reason).toBe("NO_GAS_MONEY");
    expect(await world.sent()).toEqual([]);
    await noteRefusal(world.deps, world.sender, refusal);
    expect(await world.incidents()).toEqual(["OUT_OF_GAS"]);
    await world.follow();
    expect(await world.incidents()).toEqual(["OUT_OF_GAS"]);
    await setBalance(10n ** 18n);
    await world.follow();
    expect(await world.incidents()).toEqual([]);
    expect(await world.send()).toBe("sent");
  });

  it("raises an incident while it can still pay for some more calls", async () => {
    const { maxCostWei } = await world.sender.prepareFill();
    await setBalance(5n * maxCostWei);
    expect(await world.send()).toBe("sent");
    expect(await world.incidents()).toEqual(["OUT_OF_GAS"]);
    await setBalance(100n * maxCostWei);
    await world.follow();
    expect(await world.incidents()).toEqual([]);
  });

  it("keeps its place when the money goes between signing and sending", async () => {
    const poor = {
      ...world.sender,
      sign: async (...args: Parameters<typeof world.sender.sign>) => {
        await setBalance(0n);
        return world.sender.sign(...args);
      },
    };
    expect(await world.send(undefined, poor)).toBe("sent");
    expect(await world.incidents()).toEqual(["OUT_OF_GAS"]);
    await setBalance(10n ** 18n);
    await world.follow();
    expect(await world.follow()).toEqual({ open: 0 });
    expect(await world.sent()).toMatchObject([{ status: "CONFIRMED", attempts: 1n }]);
    expect(await world.incidents()).toEqual([]);
  });
});

describe("a node that says of a transaction", () => {
  let proxy: FaultProxy;

  beforeEach(async () => {
    proxy = await startFaultProxy(chain.rpcUrl);
    world = await openSendingWorld(chain, {}, proxy.url);
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
      const owner = await world.owner();
      proxy.faults.set({
        kind: "send-refused",
        message,
        taken,
        times: 1,
        when: ({ method }) => method === "eth_sendRawTransaction",
      });
      expect(await world.send(owner)).toBe("sent");
      expect(proxy.struck.get("send-refused")).toBe(1);
      expect(await world.send(owner)).toBe("taken");
      for (let look = 0; look < 4; look++) {
        if ((await world.follow()).open === 0) break;
        await chain.mine(1);
      }
      expect(await world.sent()).toMatchObject([{ status: "CONFIRMED", nonce: 0n, attempts: 1n }]);
      expect(await chain.client.getTransactionCount({ address: world.sender.operatorAddress })).toBe(1);
    },
  );

  it("nothing at all still leads to one payment for the owner", async () => {
    const owner = await world.owner();
    proxy.faults.set({
      kind: "connection-reset",
      times: 1,
      when: ({ method }) => method === "eth_sendRawTransaction",
    });
    await expect(world.send(owner)).rejects.toThrow(/no usable answer/);
    for (let look = 0; look < 6; look++) {
      const { open } = await world.follow().catch(() => ({ open: 1 }));
      if (open === 0) break;
      await chain.mine(1);
    }
    expect(await world.sent()).toMatchObject([{ status: "CONFIRMED", attempts: 1n }]);
  });
});
