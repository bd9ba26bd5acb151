import { describe, expect, it } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { changedBefore } from "@/lib/testing/gate";
import { freshWallet, testNetwork, testWorld } from "@/lib/testing/world";
import type { Checkout } from "./checkout.rules";
import { cancelCheckout, selectToken } from "./pending-checkout";

const price = 4_500_000n;
const euroToken: Hex = `0x${"e0".repeat(20)}`;
const network = await testNetwork();
const world = testWorld([network], { scanned: false });

const usdc = () => ({ chainId: 31337, tokenAddress: network.usdc });
const usdt = () => ({ chainId: 31337, tokenAddress: network.usdt });
const select = (checkout: Checkout, choice = usdc(), client: string | null = null) =>
  selectToken(world.deps, checkout.id, choice, client);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "no refusal",
    ({ code, param }: { code: string; param?: string }) => [code, param],
  );
type QuoteRow = { token_address: Hex; amount_units: bigint; exchange_rate_provider: string | null };
const readQuotes = ({ id }: Checkout, offered: boolean) =>
  world.query<QuoteRow>(
    "SELECT token_address, amount_units, exchange_rate_provider FROM quotes WHERE checkout_id = $1 AND offered = $2 ORDER BY ordinal",
    [id, offered],
  );
const quotes = (checkout: Checkout) => readQuotes(checkout, false);

describe("creating", () => {
  it("fixes amount and rate when the token is known", async () => {
    world.rates = { USDC: { KRW: "1400" } };
    const checkout = await world.create({ fiatAmount: "10000", fiatCurrency: "KRW", ...usdc() });
    expect(await world.find(checkout)).toEqual(checkout);
    expect(checkout).toMatchObject({
      status: "PENDING",
      ...usdc(),
      amountUnits: 7_142_857n,
      exchangeRateUsed: "1400",
      tokenFixed: true,
      fiatAmount: "10000",
      eventSequence: 1,
    });
    expect(checkout.expiresAt.getTime() - checkout.createdAt.getTime()).toBe(30 * 60_000);
    expect(await quotes(checkout)).toEqual([
      { token_address: network.usdc, amount_units: 7_142_857n, exchange_rate_provider: "fixed" },
    ]);
    expect(await world.eventKinds(checkout)).toEqual(["checkout.created"]);
  });

  it("gives every checkout its own address, equal to the factory's", async () => {
    const checkouts = await Promise.all(Array.from({ length: 8 }, () => world.create()));
    expect(new Set(checkouts.map(({ depositAddress }) => depositAddress)).size).toBe(8);
    for (const { id, depositAddress, merchantAddress, refundAuthority, openSweep } of checkouts) {
      expect(depositAddresses.derive({ checkoutId: id, merchantAddress, refundAuthority, openSweep })).toBe(
        depositAddress,
      );
    }
  });

  it("lets strangers sweep to a wallet, and not to a contract", async () => {
    expect((await world.create()).openSweep).toBe(true);
    const safe = freshWallet();
    await network.chain.client.setCode({ address: safe, bytecode: "0x6001" });
    const checkout = await world.create({ amount: price, ...usdc(), merchantAddress: safe });
    expect(checkout).toMatchObject({ merchantAddress: safe, openSweep: false });
  });

  it("refuses a merchant address that isn't a wallet", async () => {
    const deposit = (await world.create()).depositAddress;
    const nobody: Hex[] = [
      `0x${"0".repeat(40)}`,
      network.usdc,
      network.usdt,
      ...depositAddresses.contracts,
      deposit,
    ];
    for (const merchantAddress of nobody) {
      expect(await refusal(world.create({ amount: price, ...usdc(), merchantAddress }))).toEqual([
        "VALIDATION_ERROR",
        "merchantAddress",
      ]);
    }
    expect(await world.query("SELECT id FROM checkouts WHERE own(id)")).toHaveLength(1);
  });
});

describe("the customer's choice", () => {
  it("lists each accepted token that can carry the price, with its amount at the current rate", async () => {
    const checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    const view = await getPublicCheckout(world.deps, checkout.id);
    expect(view.options.map(({ amount }) => amount)).toEqual(["4500000", "5000000"]);
    // The first is the local USDC, which takes EIP-3009.
    expect(view.options.map(({ gasless }) => gasless)).toEqual([true, false]);
    await select(checkout);
    expect((await getPublicCheckout(world.deps, checkout.id)).options).toEqual([]);
    expect((await getPublicCheckout(world.deps, checkout.id, { alwaysOptions: true })).options).toHaveLength(
      2,
    );
  });

  it("lists them without amounts when there is no rate", async () => {
    const checkout = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    world.rates = {};
    const { options } = await getPublicCheckout(world.deps, checkout.id);
    expect(options.map(({ amount }) => amount)).toEqual([null, null]);
  });
});

describe("selecting", () => {
  const open = () => world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });

  it("stores a quote at the rate of the moment, and does not extend the time", async () => {
    const checkout = await open();
    await select(checkout, usdt());
    expect(await world.find(checkout)).toMatchObject({
      ...usdt(),
      amountUnits: 5_000_000n,
      exchangeRateUsed: "0.9",
      selectionCount: 1,
      expiresAt: checkout.expiresAt,
      depositAddress: checkout.depositAddress,
      tokenFixed: false,
    });
  });

  it("prices again at each selection", async () => {
    const checkout = await open();
    await select(checkout);
    await world.pass(11 * 60);
    world.rates = { USDC: { USD: "1.5" } };
    world.rateProvider = "other";
    await select(checkout);
    expect(await world.find(checkout)).toMatchObject({
      amountUnits: 3_000_000n,
      exchangeRateUsed: "1.5",
      exchangeRateProvider: "other",
    });
    expect(await quotes(checkout)).toMatchObject([
      { amount_units: price, exchange_rate_provider: "fixed" },
      { amount_units: 3_000_000n, exchange_rate_provider: "other" },
    ]);
  });

  it("goes ten times for each client, and a stranger's leave the customer theirs", async () => {
    const checkout = await open();
    for (let time = 0; time < 10; time++)
      await select(checkout, time % 2 === 0 ? usdc() : usdt(), "192.0.2.1");
    await expect(select(checkout, usdc(), "192.0.2.1")).rejects.toMatchObject({
      code: "CHECKOUT_NOT_SELECTABLE",
      message: "You can't change token and network: you have changed them too often.",
    });
    expect(await quotes(checkout)).toHaveLength(10);
    await select(checkout, usdt(), "192.0.2.2");
    expect(await world.find(checkout)).toMatchObject({ selectionCount: 11, ...usdt() });
  });

  it("goes forty times from one /56, and still three times for the customer after a hundred by strangers", async () => {
    const checkout = await open();
    const count = async (networks: string[]) => {
      let selected = 0;
      for (const network of networks)
        await select(checkout, usdc(), network).then(
          () => selected++,
          ({ code, message }) =>
            reasons.add(`${code} ${/others on your internet connection|(?<=: ).*too often/i.exec(message)}`),
        );
      return selected;
    };
    const reasons = new Set<string>();
    const tenTimes = (networks: string[]) => networks.flatMap((network) => Array(10).fill(network));
    const subnets = Array.from({ length: 10 }, (_, index) => `2001:db8:0:70${index}::/64`);
    expect(await count(tenTimes(subnets))).toBe(40);
    expect([...reasons]).toEqual(["NETWORK_LIMIT_REACHED Others on your internet connection"]);
    const addresses = Array.from({ length: 6 }, (_, index) => `192.0.2.${index}`);
    expect(await count(tenTimes(addresses))).toBe(60);
    reasons.clear();
    expect(await count(Array(10).fill("203.0.113.7"))).toBe(3);
    expect([...reasons]).toEqual(["CHECKOUT_NOT_SELECTABLE they were changed too often"]);
    expect(await quotes(checkout)).toHaveLength(103);
  });

  /** Of a choice that was priced before this change. */
  const selectAfter = (checkout: Checkout, change: () => Promise<unknown>) =>
    changedBefore({ ...world.deps }, "lockCheckouts", change, (deps) =>
      selectToken(deps, checkout.id, usdc()),
    );

  it("selectToken under the lock: another selection was made", async () => {
    const checkout = await open();
    await selectAfter(checkout, () => select(checkout, usdt()));
    expect(await quotes(checkout)).toHaveLength(2);
    expect(await world.find(checkout)).toMatchObject({ selectionCount: 2, ...usdc() });
  });

  it("selectToken under the lock: the checkout was cancelled", async () => {
    const checkout = await open();
    const cancel = () => cancelCheckout(world.deps, world.project.id, checkout.id);
    expect(await refusal(selectAfter(checkout, cancel))).toEqual(["CHECKOUT_NOT_SELECTABLE", undefined]);
    expect(await world.find(checkout)).toMatchObject({ status: "CANCELLED", tokenAddress: null });
  });

  it("is refused when the token was fixed, the time is over, or the checkout isn't pending", async () => {
    expect(await refusal(select(await world.create()))).toEqual(["CHECKOUT_NOT_SELECTABLE", undefined]);
    const cancelled = await open();
    await world.query("UPDATE checkouts SET status = 'CANCELLED' WHERE id = $1", [cancelled.id]);
    expect(await refusal(select(cancelled))).toEqual(["CHECKOUT_NOT_SELECTABLE", undefined]);
    const late = await open();
    await world.pass(31 * 60);
    expect(await refusal(select(late))).toEqual(["CHECKOUT_NOT_SELECTABLE", undefined]);
    expect(await refusal(selectToken(world.deps, "chk_none", usdc()))).toEqual([
      "CHECKOUT_NOT_FOUND",
      undefined,
    ]);
  });

  it("is refused once a part is paid", async () => {
    await world.scan();
    const checkout = await open();
    await select(checkout);
    await network.pay(checkout.depositAddress, 44_999n);
    await world.scan();
    await select(checkout, usdt());
    expect(await world.find(checkout)).toMatchObject({ ...usdt(), totalPaidUnits: 0n });
    await select(checkout);
    expect(await world.find(checkout)).toMatchObject({ ...usdc(), totalPaidUnits: 44_999n });
    await network.pay(checkout.depositAddress, 1n);
    await world.scan();
    expect(await refusal(select(checkout, usdt()))).toEqual(["CHECKOUT_NOT_SELECTABLE", undefined]);
  });

  it("is refused for tokens and chains outside the terms", async () => {
    const checkout = await open();
    expect(await refusal(select(checkout, { chainId: 1, tokenAddress: network.usdc }))).toEqual([
      "UNSUPPORTED_CHAIN",
      "chainId",
    ]);
    const euro = { chainId: 31337, tokenAddress: euroToken };
    expect(await refusal(select(checkout, euro))).toEqual(["UNSUPPORTED_TOKEN_FOR_FIAT", "tokenAddress"]);
    const pricedInUnits = await world.create({ amount: price });
    expect(await refusal(select(pricedInUnits, euro))).toEqual(["UNSUPPORTED_TOKEN", "tokenAddress"]);
  });

  it("keeps an amount in token units for every selected token", async () => {
    const checkout = await world.create({ amount: 77n, chainId: 31337 });
    await select(checkout, usdt());
    expect(await world.find(checkout)).toMatchObject({ ...usdt(), amountUnits: 77n, exchangeRateUsed: null });
  });

  it("keeps an earlier quote valid: a transfer that completes it pays", async () => {
    await world.scan();
    const checkout = await open();
    await select(checkout, usdc());
    await select(checkout, usdt());
    await network.pay(checkout.depositAddress, price, { token: network.usdc });
    await network.chain.mine(1);
    await world.watch();
    expect(await world.find(checkout)).toMatchObject({
      status: "PAID",
      ...usdc(),
      amountUnits: price,
      exchangeRateUsed: "1",
      totalPaidUnits: price,
    });
  });

  it("counts an earlier transfer as soon as its token is selected", async () => {
    await world.scan();
    const checkout = await open();
    await network.pay(checkout.depositAddress, price);
    await network.chain.mine(1);
    await world.watch();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", totalPaidUnits: 0n });
    await select(checkout);
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price });
    expect(await world.eventKinds(checkout)).toEqual([
      "checkout.created",
      "checkout.detected",
      "checkout.paid",
    ]);
  });
});

describe("the tokens that the customer could have selected", () => {
  const open = () => world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
  const offered = async (checkout: Checkout) =>
    (await readQuotes(checkout, true)).map(({ token_address, amount_units }) => [
      token_address,
      amount_units,
    ]);
  const usdtPrice = 5_000_000n;
  const payUsdt = (checkout: Checkout, units: bigint) =>
    network.pay(checkout.depositAddress, units, { token: network.usdt });

  it("get quotes at the rates of the selection", async () => {
    const checkout = await open();
    await select(checkout);
    expect(await offered(checkout)).toEqual([[network.usdt, usdtPrice]]);
  });

  it("get another quote only when they became cheaper", async () => {
    const checkout = await open();
    await select(checkout);
    await select(checkout);
    world.rates = { USDC: { USD: "1" }, USDT: { USD: "0.8" } };
    await world.pass(11 * 60);
    await select(checkout);
    expect(await offered(checkout)).toEqual([[network.usdt, usdtPrice]]);
    world.rates = { USDC: { USD: "1" }, USDT: { USD: "1" } };
    await world.pass(11 * 60);
    await select(checkout);
    expect(await offered(checkout)).toEqual([
      [network.usdt, usdtPrice],
      [network.usdt, price],
    ]);
  });

  it("get none without a rate", async () => {
    world.rates = { USDC: { USD: "1" } };
    const checkout = await open();
    await select(checkout);
    expect(await offered(checkout)).toEqual([]);
  });

  it("get none where the merchant fixed token or network, and when the project doesn't want it", async () => {
    const onChain = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD", chainId: 31337 });
    await select(onChain);
    expect(await offered(onChain)).toEqual([]);
    expect(await offered(await world.create())).toEqual([]);
    await world.query("UPDATE projects SET any_token_pays = false");
    const unwanted = await open();
    await select(unwanted);
    expect(await offered(unwanted)).toEqual([]);
  });

  it("pay the checkout by a transfer of the whole price, and it is in that token from then on", async () => {
    await world.scan();
    const checkout = await open();
    await select(checkout);
    await payUsdt(checkout, usdtPrice);
    await network.chain.mine(1);
    await world.watch();
    expect(await world.find(checkout)).toMatchObject({
      status: "PAID",
      ...usdt(),
      amountUnits: usdtPrice,
      exchangeRateUsed: "0.9",
      totalPaidUnits: usdtPrice,
    });
    const [paid] = await world.query<{ body: string }>(
      "SELECT body FROM outbox_events WHERE checkout_id = $1 AND kind = 'checkout.paid'",
      [checkout.id],
    );
    expect(JSON.parse(paid?.body ?? "").data).toMatchObject({ ...usdt(), amount: usdtPrice.toString() });
    expect((await getPublicCheckout(world.deps, checkout.id)).strayPayments).toEqual([]);
  });

  it("take no part of the price: it is stray, and counts once the customer selects the token", async () => {
    await world.scan();
    const checkout = await open();
    await select(checkout);
    await payUsdt(checkout, usdtPrice - 1n);
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", ...usdc(), totalPaidUnits: 0n });
    expect((await getPublicCheckout(world.deps, checkout.id)).strayPayments).toMatchObject([
      { tokenAddress: network.usdt, amount: "4999999" },
    ]);
    await select(checkout, usdt());
    expect(await world.find(checkout)).toMatchObject({ ...usdt(), totalPaidUnits: usdtPrice - 1n });
    await payUsdt(checkout, 1n);
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
  });

  it("give the selected token its place back when a reorganisation takes the payment", async () => {
    await world.scan();
    const checkout = await open();
    await select(checkout);
    const goBack = await network.chain.snapshot();
    await payUsdt(checkout, usdtPrice);
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", ...usdt() });
    await goBack();
    await network.chain.mine(3);
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "PENDING", ...usdc(), amountUnits: price });
  });
});
