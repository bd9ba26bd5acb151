import { expect, it } from "vitest";
import { defaultSending } from "@/lib/chain/chain-defaults.rules";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import { checkIncidents } from "@/lib/operate/doctor/run-doctor";
import { createScanMemory } from "@/lib/payments/scan/scan-memory";
import { later, noon } from "@/lib/testing/builders";
import { operatorKey } from "@/lib/testing/network";
import { fileWorld, testChain } from "@/lib/testing/world";
import { noteUnusable, noteUsable } from "./unusable-answers";

const chains = [{ chainId: 4242, name: "Mine" }];
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const work = { id: "settle-checkouts", waiting: "settlements wait" };

const { stores } = await fileWorld();
const chain = await testChain({ chainId: 4242 });

it("names the setting in doctor's findings while a chain has no price for a minute", async () => {
  let now = noon;
  const deps = { clock: { now: () => now }, log, memory: createScanMemory(), incidents: stores.incidents };
  const sender = createChainSender({
    chainId: 4242,
    rpcUrls: [chain.rpcUrl],
    signer: createLocalSigner(operatorKey),
    factoryAddress: depositAddresses.factory,
    sending: { ...defaultSending(4242), l1Fee: "op-stack" },
  });
  for (let minute = 0; minute < 2; minute++) {
    const refusal: unknown = await sender.prepareFill().catch((error: unknown) => error);
    if (!(refusal instanceof ChainUnavailable)) throw new Error("the chain without an oracle gave a price");
    await noteUnusable(deps, 4242, work, refusal);
    now = later(60_000, now);
  }

  expect(await checkIncidents(stores.databaseUrl, chains)).toEqual([
    {
      area: "incidents",
      state: "fault",
      says: "Mine: a chain doesn't match its settings (CHAIN_MISCONFIGURED).",
      todo: expect.stringContaining("correct sending.l1Fee in CHAINS"),
    },
  ]);

  await noteUsable(deps, 4242, work.id);
  expect(await checkIncidents(stores.databaseUrl, chains)).toEqual([
    { area: "incidents", state: "ok", says: "None is open." },
  ]);
});
