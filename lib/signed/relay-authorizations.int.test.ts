import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { CallRefused, type ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { authorizePaymentBody, createCheckoutBody } from "@/lib/checkouts/checkout-input.schema";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { cancelCheckout } from "@/lib/checkouts/pending-checkout";
import { latestValidBefore } from "@/lib/checkouts/state/signable.rules";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { later } from "@/lib/testing/builders";
import { testWallet } from "@/lib/testing/chain";
import { deployEuroToken } from "@/lib/testing/euro-token";
import { changedBefore } from "@/lib/testing/gate";
import { issuedUsdc, restoredUsdc } from "@/lib/testing/issuer-tokens";
import { dieAt, sendingMoments } from "@/lib/testing/power-cut";
import { signPayment } from "@/lib/testing/signed-payment";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { send } from "@/lib/testing/world/odd-payments";
import { acceptAuthorization } from "./accept-authorization";
import { relayAuthorizations } from "./relay-authorizations";

let checkout: Checkout;
let key: Hex;
let payer: Hex;

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });
beforeEach(async () => {
  checkout = await world.create();
  key = generatePrivateKey();
  payer = privateKeyToAccount(key).address;
  await mint(payer);
});

const mint = (to: Hex) => send(network, network.usdc, localUsdcAbi, "mint", [to, price]);

/** Signed by the payer's key, as the payer or as a wallet that lets it sign. */
async function accept({
  from = payer,
  id = checkout.id,
  ...changes
}: {
  from?: Hex;
  id?: string;
  name?: string;
  validBefore?: number;
} = {}) {
  const view = await getPublicCheckout(world.deps, id);
  const body = { ...(await signPayment(view, key, changes)), from };
  expect(await acceptAuthorization(world.deps, id, authorizePaymentBody.parse(body), "192.0.2.1")).toEqual({
    accepted: true,
  });
  return body;
}
/** Of a contract that signs everything. */
async function acceptOfContract(): Promise<Hex> {
  const wallet = privateKeyToAccount(generatePrivateKey()).address;
  await network.chain.client.setCode({ address: wallet, bytecode: alwaysSigned });
  await mint(wallet);
  await accept({ from: wallet });
  return wallet;
}
const relay = () => relayAuthorizations(world.deps, 31337);
/** Mines, scans, and follows the operator's transactions to their end. */
async function mineAndWatch(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await network.chain.mine(2);
    await world.watch();
    const { number } = await network.reader.latest();
    await followTransactions(world.deps, world.deps.sender(31337), number);
    world.clockAheadMs += 16_000;
  }
}
const outcome = async () => (await getPublicCheckout(world.deps, checkout.id)).gaslessPayment;
const paid = () => network.balance(checkout.depositAddress);

describe("an accepted authorization", () => {
  it("pays from a wallet without any coin of the chain, and the scanner finds it", async () => {
    await accept();
    expect(await relay()).toEqual({ sent: 1, waiting: 0 });
    await world.scan();
    expect(await world.find(checkout)).toMatchObject({ status: "DETECTED", totalPaidUnits: price });
    const [transfer] = await world.query<{ from_address: Hex; tx_hash: Hex }>(
      "SELECT from_address, tx_hash FROM transfers WHERE NOT orphaned",
    );
    expect(transfer?.from_address).toBe(payer.toLowerCase());
    expect(await outcome()).toMatchObject({ status: "SENT", failureReason: null, txHash: transfer?.tx_hash });
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("PAID");
    expect(await outcome()).toMatchObject({ status: "USED" });
    expect(await network.chain.client.getBalance({ address: payer })).toBe(0n);
    const [sent] = await world.query<{ project_id: string; purpose: string; gas_limit: bigint }>(
      "SELECT project_id, purpose, gas_limit FROM outgoing_transactions WHERE own(id)",
    );
    expect(sent).toMatchObject({ project_id: world.project.id, purpose: "RELAY" });
    expect(sent?.gas_limit).toBeLessThanOrEqual(200_000n);
  });

  it("pays a price in EURC, signed for the token's own name", async () => {
    const euro = await deployEuroToken(network);
    await send(network, euro, localUsdcAbi, "mint", [payer, price]);
    const { definition } = network;
    const listed = {
      symbol: "EURC",
      name: "Euro Coin",
      address: euro,
      decimals: 6,
      currency: "EUR",
    } as const;
    world.deps.chains = [{ ...definition, tokens: [...definition.tokens, listed] }];
    await world.stores.admin.acceptTokens(
      world.project.id,
      [{ chainId: 31337, tokenAddress: euro }],
      new Date(),
    );
    await world.change({});
    checkout = await world.create({ amount: price, chainId: 31337, tokenAddress: euro });
    await expect(accept()).rejects.toThrow("signature");
    await accept({ name: "Euro Coin" });
    await relay();
    await mineAndWatch();
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price });
    expect(await network.balance(checkout.depositAddress, euro)).toBe(price);
  });

  /** Right before the worker stores the signed call. */
  const relayAfter = (change: () => Promise<unknown>) =>
    changedBefore({ ...world.deps }, "storeSigned", change, (deps) => relayAuthorizations(deps, 31337));

  it("lockUnsentAuthorization under the lock: another worker sent it", async () => {
    await accept();
    await relayAfter(relay);
    await mineAndWatch();
    expect(await relay()).toEqual({ sent: 0, waiting: 0 });
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toHaveLength(1);
    expect(await paid()).toBe(price);
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      "lockUnsentAuthorization under the lock: the checkout was cancelled",
      () => cancelCheckout(world.deps, world.project.id, checkout.id),
    ],
    [
      "lockUnsentAuthorization under the lock: a part was paid",
      async () => {
        await network.pay(checkout.depositAddress, 1_000_000n);
        await world.scan();
      },
    ],
    [
      "lockUnsentAuthorization under the lock: another token was selected",
      () => world.query("UPDATE checkouts SET token_address = $2 WHERE id = $1", [checkout.id, network.usdt]),
    ],
  ])("%s", async (_, change) => {
    await accept();
    expect(await relayAfter(change)).toEqual({ sent: 0, waiting: 1 });
    expect(await world.query("SELECT FROM outgoing_transactions")).toEqual([]);
  });

  it("pays from a contract that signs (ERC-1271)", async () => {
    const wallet = await acceptOfContract();
    await relay();
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("PAID");
    expect(await network.balance(wallet)).toBe(0n);
  });

  it("pays from an account that delegates to code without signatures (EIP-7702)", async () => {
    await restoredUsdc(network);
    const { client } = network.chain;
    const code: Hex = `0x${"de".repeat(20)}`;
    await client.setCode({ address: code, bytecode: "0x00" });
    await client.setCode({ address: payer, bytecode: `0xef0100${code.slice(2)}` });
    await accept();
    await relay();
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("PAID");
    expect(await network.balance(payer)).toBe(0n);
  });

  it.each(sendingMoments)("pays once although the service dies at %s (%s it is done)", async (...moment) => {
    await accept();
    dieAt(world.deps, moment);
    await expect(relay()).rejects.toThrow("the power went");
    await relay();
    world.clockAheadMs += 16_000;
    await mineAndWatch();
    expect(await paid()).toBe(price);
    expect(await world.status(checkout)).toBe("PAID");
    expect(await outcome()).toMatchObject({ status: "USED" });
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toHaveLength(1);
  });
});

describe("several authorizations", () => {
  it("are sent in turns of their projects: one with many doesn't delay the others", async () => {
    const second = await world.create();
    const { stores } = world;
    const projectId = await stores.createProject();
    await stores.admin.acceptTokens(projectId, [{ chainId: 31337, tokenAddress: network.usdc }], new Date());
    const project = await stores.projects.findById(projectId);
    if (project === null) throw new Error("the project was not stored");
    const body = createCheckoutBody.parse({ amount: `${price}`, chainId: 31337, tokenAddress: network.usdc });
    const others = await createCheckout(world.deps, project, "server_key", body);
    for (const { id } of [checkout, second, others]) await accept({ id });
    const first = await world.deps.authorizations.pending(31337, 2);
    expect(first.map(({ checkoutId }) => checkoutId)).toEqual([checkout.id, others.id]);
  });
});

describe("an authorization that cannot pay any more", () => {
  const failed = (failureReason: string) => ({
    ...{ status: "FAILED", failureReason, txHash: null },
    mayStillPay: true,
  });
  const spend = async () => {
    await network.chain.client.setBalance({ address: payer, value: 10n ** 18n });
    const wallet = testWallet(network.chain, 1);
    const hash = await wallet.writeContract({
      account: privateKeyToAccount(key),
      address: network.usdc,
      abi: localUsdcAbi,
      functionName: "transfer",
      args: [wallet.account.address, 1n],
    });
    await awaitReceipt(network.chain.client, hash);
  };

  it("fails when the money went elsewhere, costs no gas, and the checkout is paid in another way", async () => {
    await accept();
    await spend();
    expect(await relay()).toEqual({ sent: 0, waiting: 0 });
    expect(await outcome()).toEqual(failed("BALANCE_TOO_LOW"));
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toEqual([]);
    await network.pay(checkout.depositAddress, price);
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("fails when the checkout was paid meanwhile: nobody pays twice", async () => {
    await accept();
    await network.pay(checkout.depositAddress, price);
    await world.scan();
    await relay();
    expect(await outcome()).toEqual(failed("CHECKOUT_CHANGED"));
    await mineAndWatch();
    expect(await paid()).toBe(price);
    expect(await network.balance(payer)).toBe(price);
  });

  it.each([
    ["cancelled", "status = 'CANCELLED'"],
    ["moved to another token", "token_address = '0x' || repeat('5', 40)"],
    ["partly paid", "total_paid_units = 1"],
  ])("isn't signed when the checkout is %s during the simulation", async (_, change) => {
    await accept();
    const { sender } = world.deps;
    const changing: typeof sender = (chainId) => ({
      ...sender(chainId),
      prepareRelay: async (...call) => {
        const prepared = await sender(chainId).prepareRelay(...call);
        await world.query(`UPDATE checkouts SET ${change} WHERE id = $1`, [checkout.id]);
        return prepared;
      },
    });
    expect(await world.withDeps({ sender: changing }, relay)).toEqual({ sent: 0, waiting: 1 });
    expect(await relay()).toEqual({ sent: 0, waiting: 0 });
    expect(await outcome()).toEqual(failed("CHECKOUT_CHANGED"));
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toEqual([]);
    expect(await network.balance(payer)).toBe(price);
    await world.query(
      "UPDATE checkouts SET status = 'PENDING', token_address = $2, total_paid_units = 0 WHERE id = $1",
      [checkout.id, network.usdc],
    );
  });

  it("fails when a part was paid meanwhile", async () => {
    await accept();
    await network.pay(checkout.depositAddress, 1n);
    await world.scan();
    await relay();
    expect(await outcome()).toEqual(failed("CHECKOUT_CHANGED"));
  });

  it("counts the payment when someone else submitted it first", async () => {
    const body = await accept();
    const hash = await testWallet(network.chain, 2).writeContract({
      address: network.usdc,
      abi: localUsdcAbi,
      functionName: "transferWithAuthorization",
      args: [payer, checkout.depositAddress, price, 0n, BigInt(body.validBefore), body.nonce, body.signature],
    });
    await awaitReceipt(network.chain.client, hash);
    await relay();
    expect(await outcome()).toEqual(failed("NONCE_USED"));
    await mineAndWatch();
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", totalPaidUnits: price });
  });

  it("fails by name when the token's issuer blocks the signer meanwhile, or pauses the token", async () => {
    const circle = await issuedUsdc(network);
    await accept();
    await circle("blacklist", [payer, true]);
    await relay();
    expect(await outcome()).toEqual(failed("WALLET_BLOCKED"));
    await circle("blacklist", [payer, false]);
    checkout = await world.create();
    await accept();
    await circle("pause", [true]);
    await relay();
    expect(await outcome()).toEqual(failed("TRANSFERS_STOPPED"));
    await circle("pause", [false]);
  });

  it("fails when it needs more gas than a payment may", async () => {
    world.deps.gasless = { dailyGasPerProject: 1_000_000n, maxGasPerRelay: 40_000n };
    await accept();
    await relay();
    expect(await outcome()).toEqual(failed("GAS_ABOVE_CAP"));
  });

  it("fails when the token does not take it any more", async () => {
    const wallet = await acceptOfContract();
    await network.chain.client.setCode({ address: wallet, bytecode: "0x00" });
    await relay();
    expect(await outcome()).toEqual(failed("TOKEN_REFUSES"));
  });

  it("waits for gas money or a cheaper chain, and fails after a minute", async () => {
    const { sender } = world.deps;
    const dear = (chainId: number): ChainSender => ({
      ...sender(chainId),
      prepareRelay: () => Promise.reject(new CallRefused("FEE_ABOVE_CEILING", "too dear")),
    });
    await accept();
    const [stored] = await world.query<{ created_at: Date }>("SELECT created_at FROM authorizations");
    const relayAfter = (ms: number) =>
      world.withDeps({ sender: dear, clock: { now: () => later(ms, stored?.created_at) } }, relay);
    expect(await relayAfter(60_000)).toEqual({ sent: 0, waiting: 1 });
    expect(await outcome()).toMatchObject({ status: "PENDING" });
    expect(await relayAfter(60_001)).toEqual({ sent: 0, waiting: 0 });
    expect(await outcome()).toEqual(failed("NOT_SENT_IN_TIME"));
  });

  it.each([
    ["its checkout's", 0],
    ["its own", -60],
  ])("fails with less than half a minute left of %s time", async (_, seconds) => {
    const validBefore = Number(latestValidBefore(checkout.expiresAt)) + seconds;
    await accept({ validBefore });
    const endsAt = new Date(Math.min(validBefore * 1_000, checkout.expiresAt.getTime()));
    await world.query("UPDATE authorizations SET created_at = $1", [later(-minuteMs, endsAt)]);
    const relayAt = (ms: number) => world.withDeps({ clock: { now: () => later(ms, endsAt) } }, relay);
    expect(await relayAt(-29_999)).toEqual({ sent: 0, waiting: 0 });
    expect(await outcome()).toEqual(failed("EXPIRED"));
    await world.query("UPDATE authorizations SET status = 'PENDING', failure_reason = NULL");
    expect(await relayAt(-30_000)).toEqual({ sent: 1, waiting: 0 });
    await mineAndWatch();
  });

  it("waits when the newest block shows no reason for a refusal, such as that of a node that looks ahead", async () => {
    const { sender } = world.deps;
    const prepareRelay = () => Promise.reject(new CallRefused("REVERTED", "execution reverted"));
    await accept();
    const refusing = (chainId: number) => ({ ...sender(chainId), prepareRelay });
    expect(await world.withDeps({ sender: refusing }, relay)).toEqual({ sent: 0, waiting: 1 });
    expect(await relay()).toEqual({ sent: 1, waiting: 0 });
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("PAID");
  });

  it("fails when its transaction reverts in the block", async () => {
    const { chain } = network;
    await chain.client.setAutomine(false);
    try {
      await accept();
      await relay();
      // Before the relay in the same block, at a higher price: the money goes elsewhere.
      await chain.client.setBalance({ address: payer, value: 10n ** 18n });
      const wallet = testWallet(chain, 1);
      await wallet.writeContract({
        account: privateKeyToAccount(key),
        address: network.usdc,
        abi: localUsdcAbi,
        functionName: "transfer",
        args: [wallet.account.address, price],
        gas: 100_000n,
        maxFeePerGas: 10n ** 12n,
        maxPriorityFeePerGas: 10n ** 11n,
      });
    } finally {
      await chain.client.setAutomine(true);
    }
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("PENDING");
    expect(await outcome()).toMatchObject({ status: "FAILED" });
    expect(await paid()).toBe(0n);
  });
});

/** Code that answers every call with ERC-1271's magic value. */
const alwaysSigned: Hex = "0x631626ba7e60e01b60005260206000f3";
