import { expect, it } from "vitest";
import { offeredCurrencies } from "@/lib/rates/get-rates";
import { outcome } from "@/lib/testing/outcome";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { settling } from "@/lib/testing/world/settling";

const network = await testNetwork();
const world = testWorld([network]);
const { settleToTheEnd } = settling(world);

it("a price in zloty is paid in USDT while the currency is offered", async () => {
  const { chainId, tokens } = network.definition;
  const tokenAddress = tokens.find(({ symbol }) => symbol === "USDT")?.address;
  if (tokenAddress === undefined) throw new Error("no USDT");
  const price = { fiatAmount: "19.99", fiatCurrency: "PLN" };
  expect(await outcome(world.create(price))).toBe("UNSUPPORTED_FIAT_CURRENCY");
  world.rates = { USDT: { PLN: "3.6521" } };
  // The rates that it knows are used up.
  world.now = new Date(world.now.getTime() + 60 * 60_000);
  expect((await offeredCurrencies(world.deps)).map(({ code }) => code)).toContain("PLN");
  const checkout = await world.create({ ...price, chainId, tokenAddress });
  // 19.99 / 3.6521 = 5.47356315…, rounded down.
  expect(checkout).toMatchObject({ amountUnits: 5_473_563n, exchangeRateUsed: "3.6521" });
  await network.pay(checkout.depositAddress, 5_473_563n, { token: tokenAddress });
  await world.mineAndWatch(2);
  await settleToTheEnd();
  expect(await world.status(checkout)).toBe("SETTLED");
});
