import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { authorizePaymentBody, createCheckoutBody } from "@/lib/checkouts/checkout-input.schema";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import { later } from "@/lib/testing/builders";
import { signPayment } from "@/lib/testing/signed-payment";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { send } from "@/lib/testing/world/odd-payments";
import { x402Desk } from "@/lib/testing/world/x402";
import { acceptAuthorization } from "./accept-authorization";
import { relayAuthorizations } from "./relay-authorizations";

const network = await testNetwork();
const world = testWorld([network]);
const desk = x402Desk(world);
const usdc = 1_000_000n;
let key: Hex;

beforeEach(async () => {
  key = generatePrivateKey();
  await send(network, network.usdc, localUsdcAbi, "mint", [privateKeyToAccount(key).address, 100n * usdc]);
});

/** Made with the key that the shop's pages contain, or by the shop. */
async function create(units: bigint, way: "api_key" | "server_key" = "api_key"): Promise<Checkout> {
  const project = { ...world.project, apiKeyCreatesCheckouts: true };
  const body = { amount: units.toString(), chainId: 31337, tokenAddress: network.usdc };
  return await createCheckout(world.deps, project, way, createCheckoutBody.parse(body));
}
const view = ({ id }: Checkout) => getPublicCheckout(world.deps, id);

/** As the page would sign it, whatever it offers. */
async function sign(checkout: Checkout, client = "192.0.2.1"): Promise<string> {
  const body = authorizePaymentBody.parse(await signPayment(await view(checkout), key));
  return acceptAuthorization(world.deps, checkout.id, body, client).then(
    () => "accepted",
    (error: { code: string; message: string }) => `${error.code} ${error.message}`,
  );
}
const relay = () => relayAuthorizations(world.deps, 31337);
const sent = () => world.query("SELECT id FROM outgoing_transactions WHERE purpose = 'RELAY' AND own(id)");

const tooLittle = /^GASLESS_UNAVAILABLE The network's fee is too high .* Pay with an ordinary transfer\.$/;
const usedUp =
  /^GASLESS_UNAVAILABLE The shop has reached its daily limit .* Pay with an ordinary transfer\.$/;

it("submits no payment of a unit, on the page or by software, and still one of an honest customer", async () => {
  for (let round = 0; round < 4; round++) {
    const dust = await create(1n);
    expect(await view(dust)).toMatchObject({ gasless: false, signing: null });
    expect(await sign(dust)).toMatch(tooLittle);
    await expect(desk.offer(dust)).rejects.toMatchObject({
      code: "GASLESS_UNAVAILABLE",
      message: expect.stringMatching(/Pay with an ordinary transfer/),
    });
  }
  expect(await sign(await create(9_999n))).toMatch(tooLittle);
  const honest = await create(5n * usdc);
  expect(await view(honest)).toMatchObject({ gasless: true });
  expect(await sign(honest)).toBe("accepted");
  await relay();
  await world.scan();
  expect(await world.status(honest)).toBe("DETECTED");
  expect(await sent()).toHaveLength(1);
});

describe("with a price of gas", () => {
  beforeEach(() => {
    const { chains } = world.deps;
    world.deps.chains = chains.map((chain) => ({ ...chain, nativeCoinUsd: 0.000_001 }));
    world.deps.relayCosts = async () => 0.02;
  });

  it("offers and accepts five times the cost, and no less", async () => {
    const [less, enough] = [await create(99_999n), await create(100_000n)];
    expect([(await view(less)).gasless, (await view(enough)).gasless]).toEqual([false, true]);
    expect(await sign(less)).toMatch(tooLittle);
    expect(await sign(enough)).toBe("accepted");
  });

  it("offers nothing while no node returns the price", async () => {
    world.deps.relayCosts = async () => null;
    const checkout = await create(5n * usdc);
    expect((await view(checkout)).gasless).toBe(false);
    expect(await sign(checkout)).toMatch(/^GASLESS_UNAVAILABLE We couldn't reach the network/);
  });

  it("sends nothing once gas has become dearer", async () => {
    const checkout = await create(5n * usdc);
    expect(await sign(checkout)).toBe("accepted");
    const { chains } = world.deps;
    world.deps.chains = chains.map((chain) => ({ ...chain, nativeCoinUsd: 10_000_000 }));
    expect(await relay()).toEqual({ sent: 0, waiting: 0 });
    expect(await view(checkout)).toMatchObject({
      gaslessPayment: { status: "FAILED", failureReason: "GAS_ABOVE_CAP" },
    });
    expect(await sent()).toEqual([]);
  });
});

describe("small payments that succeeded", () => {
  /** As if so many more like the first had paid, from wallets or clients that differ. */
  const repeat = (times: number, from: string) =>
    world.query(
      `INSERT INTO authorizations (id, checkout_id, kind, chain_id, token_address, from_address, amount_units, valid_after,
        valid_before, nonce, signature, status, client_networks, created_at)
      SELECT 'aut_' || n, checkout_id, kind, chain_id, token_address, ${from}, amount_units, valid_after, valid_before,
        '0x' || lpad(n::text, 64, '0'), signature, 'USED', client_networks, created_at
      FROM (SELECT * FROM authorizations LIMIT 1) AS first, generate_series(1, $1) AS n`,
      [times],
    );
  const end = () => world.query("UPDATE authorizations SET status = 'USED'");

  it("count for their wallet", async () => {
    expect(await sign(await create(usdc - 1n))).toBe("accepted");
    await end();
    await repeat(38, "from_address");
    expect(await sign(await create(usdc - 1n), "198.51.100.1")).toBe("accepted");
    await end();
    expect(await sign(await create(usdc - 1n), "203.0.113.1")).toMatch(/many small signed payments/);
    expect(await sign(await create(usdc), "203.0.113.1")).toBe("accepted");
  });

  it("count for their client's networks", async () => {
    const client = "2001:db8:0:712::/64";
    expect(await sign(await create(usdc - 1n), client)).toBe("accepted");
    await end();
    await repeat(79, "'0x' || lpad(n::text, 40, '0')");
    // Another wallet.
    key = generatePrivateKey();
    await send(network, network.usdc, localUsdcAbi, "mint", [privateKeyToAccount(key).address, 9n * usdc]);
    expect(await sign(await create(usdc - 1n), client)).toMatch(/many small signed payments/);
    expect(await sign(await create(usdc), client)).toBe("accepted");
    expect(await sign(await create(usdc - 1n), "2001:db8:1:712::/64")).toBe("accepted");
  });
});

it("leaves half of the day's gas to checkouts that the shop made, and then offers no signing", async () => {
  world.deps.gasless = { dailyGasPerProject: 800_000n, maxGasPerRelay: 200_000n };
  expect(await sign(await create(5n * usdc))).toBe("accepted");
  expect(await sign(await create(5n * usdc))).toBe("accepted");
  const strangers = await create(5n * usdc);
  expect((await view(strangers)).gasless).toBe(false);
  expect(await sign(strangers)).toMatch(usedUp);
  await expect(desk.offer(strangers)).rejects.toMatchObject({ code: "GASLESS_UNAVAILABLE" });
  for (let round = 0; round < 2; round++) {
    const own = await create(5n * usdc, "server_key");
    expect((await desk.offer(own)).accepts).toHaveLength(1);
    expect(await sign(own)).toBe("accepted");
  }
  const own = await create(5n * usdc, "server_key");
  expect((await view(own)).gasless).toBe(false);
  expect(await sign(own)).toMatch(usedUp);
});

it("counts the gas that strangers' payments took for them, and that of all for the project", async () => {
  const gas = async (since = new Date(0), projectId = world.project.id) =>
    world.deps.authorizations.relayUse(projectId, since);
  const none = { gas: 0n, pending: 0, strangersGas: 0n, strangersPending: 0 };
  expect(await sign(await create(5n * usdc))).toBe("accepted");
  expect(await gas(new Date(0), "prj_other")).toEqual(none);
  await relay();
  expect(await gas(later(dayMs, world.now))).toEqual(none);
  const strangers = await gas();
  expect(strangers).toMatchObject({ pending: 0, strangersPending: 0 });
  expect(strangers.strangersGas).toBe(strangers.gas);
  expect(strangers.gas).toBeGreaterThan(0n);
  expect(await sign(await create(5n * usdc, "server_key"))).toBe("accepted");
  await relay();
  expect((await gas()).gas).toBeGreaterThan(strangers.gas);
  expect((await gas()).strangersGas).toBe(strangers.gas);
});
