import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { authorizePaymentBody } from "@/lib/checkouts/checkout-input.schema";
import { cancelCheckout } from "@/lib/checkouts/pending-checkout";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { later } from "@/lib/testing/builders";
import { testWallet } from "@/lib/testing/chain";
import { changedBefore } from "@/lib/testing/gate";
import { issuedUsdc, restoredUsdc } from "@/lib/testing/issuer-tokens";
import { type Changes, signPayment } from "@/lib/testing/signed-payment";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { send } from "@/lib/testing/world/odd-payments";
import { acceptAuthorization } from "./accept-authorization";
import { pruneAuthorizationClients } from "./authorization.store";
import { createTokenAuthorizations } from "./token-authorizations.chain";

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
let checkout: Checkout;
let key: Hex;

const network = await testNetwork();
const world = testWorld([network]);
beforeEach(async () => {
  checkout = await world.create();
  await newWallet();
});

/** Signs from here on, and holds so much. */
async function newWallet(units = price) {
  key = generatePrivateKey();
  await mint(privateKeyToAccount(key).address, units);
}
const mint = (to: Hex, amount: bigint) => send(network, network.usdc, localUsdcAbi, "mint", [to, amount]);

const view = (id = checkout.id) => getPublicCheckout(world.deps, id);
const sign = async (changes: Changes = {}, id = checkout.id) => signPayment(await view(id), key, changes);
const hand = (body: object, id = checkout.id, client = "192.0.2.1") =>
  acceptAuthorization(world.deps, id, authorizePaymentBody.parse(body), client);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "no refusal",
    ({ code, param }: { code: string; param?: string }) => (param === undefined ? code : `${code} ${param}`),
  );
const stored = () => world.query<{ status: string }>("SELECT status FROM authorizations ORDER BY created_at");

describe("the public view", () => {
  it("offers it where the token takes signatures, with the domain that the token hashes", async () => {
    expect(await view()).toMatchObject({
      gasless: true,
      signingDomain: { name: "USD Coin", version: "2" },
      gaslessPayment: null,
    });
  });

  it("has none when the token takes none, the time is short, or the service's limit is used up", async () => {
    const token = { chainId: 31337, tokenAddress: network.usdt };
    const inUsdt = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD", ...token });
    expect(await view(inUsdt.id)).toMatchObject({ gasless: false, signingDomain: null });
    const off = { ...world.deps, gasless: { dailyGasPerProject: 0n, maxGasPerRelay: 200_000n } };
    expect((await getPublicCheckout(off, checkout.id)).gasless).toBe(false);
    world.clockAheadMs = checkout.expiresAt.getTime() - Date.now() - network.aheadMs - 100_000;
    expect((await view()).gasless).toBe(false);
  });
});

describe("an authorization of the whole amount", () => {
  it("is accepted once when it is submitted repeatedly", async () => {
    const body = await sign();
    expect(await hand(body)).toEqual({ accepted: true });
    expect(await hand(body)).toEqual({ accepted: false });
    expect((await view()).gaslessPayment).toEqual({
      ...{ status: "PENDING", failureReason: null, txHash: null },
      mayStillPay: true,
    });
    expect(await stored()).toHaveLength(1);
  });

  /** Handed in by a request whose checks had passed before this change. */
  const handAfter = async (change: () => Promise<unknown>, body: object) =>
    changedBefore({ ...world.deps }, "lock", change, (deps) =>
      acceptAuthorization(deps, checkout.id, authorizePaymentBody.parse(body), "192.0.2.1"),
    );

  it("is accepted once when another request with it was faster", async () => {
    const body = await sign();
    expect(await handAfter(() => hand(body), body)).toEqual({ accepted: false });
    expect(await stored()).toHaveLength(1);
  });

  it("accept under the lock: another payment was accepted", async () => {
    const [first, second] = [await sign(), await sign()];
    expect(await refusal(handAfter(() => hand(first), second))).toBe("AUTHORIZATION_IN_FLIGHT");
  });

  it("accept under the lock: the checkout was cancelled", async () => {
    const body = await sign();
    const cancel = () => cancelCheckout(world.deps, world.project.id, checkout.id);
    expect(await refusal(handAfter(cancel, body))).toBe("CHECKOUT_NOT_PAYABLE");
  });

  it("accept under the lock: a part was paid", async () => {
    const body = await sign();
    const payPart = async () => {
      await network.pay(checkout.depositAddress, 1_000_000n);
      await world.scan();
    };
    expect(await refusal(handAfter(payPart, body))).toBe("INVALID_AUTHORIZATION value");
  });

  it("may end with 0 or 1 where tokens want 27 or 28", async () => {
    const body = await sign();
    const parity = (Number.parseInt(body.signature.slice(-2), 16) - 27).toString().padStart(2, "0");
    expect(await hand({ ...body, signature: body.signature.slice(0, -2) + parity })).toEqual({
      accepted: true,
    });
    const [row] = await world.query<{ signature: string }>("SELECT signature FROM authorizations");
    expect(row?.signature).toBe(body.signature);
  });

  it("covers the rest of a partly paid checkout", async () => {
    await network.pay(checkout.depositAddress, 1_000_000n);
    await world.scan();
    expect(await refusal(hand(await sign({ value: price })))).toBe("INVALID_AUTHORIZATION value");
    expect(await hand(await sign())).toEqual({ accepted: true });
  });
});

describe("an invalid authorization", () => {
  const soon = () => Math.floor((Date.now() + network.aheadMs) / 1_000);
  it.each<[what: string, changes: () => Changes, told: string]>([
    ["one unit less", () => ({ value: price - 1n }), "INVALID_AUTHORIZATION value"],
    ["one unit more", () => ({ value: price + 1n }), "INVALID_AUTHORIZATION value"],
    ["to another address", () => ({ to: `0x${"ab".repeat(20)}` }), "INVALID_AUTHORIZATION signature"],
    ["in another version's domain", () => ({ version: "1" }), "INVALID_AUTHORIZATION signature"],
    ["for another chain", () => ({ chainId: 1 }), "INVALID_AUTHORIZATION signature"],
    ["of another token", () => ({ tokenAddress: network.usdt }), "INVALID_AUTHORIZATION tokenAddress"],
    ["good only later", () => ({ validAfter: soon() + 60 }), "INVALID_AUTHORIZATION validAfter"],
    ["good for too short", () => ({ validBefore: soon() + 100 }), "INVALID_AUTHORIZATION validBefore"],
    [
      "good for longer than the checkout",
      () => ({ validBefore: Math.floor(checkout.expiresAt.getTime() / 1_000) + 2 }),
      "INVALID_AUTHORIZATION validBefore",
    ],
  ])("%s is refused", async (_, changes, told) => {
    expect(await refusal(hand(await sign(changes())))).toBe(told);
    expect(await stored()).toEqual([]);
  });

  it("is refused when its fields differ from the signed ones", async () => {
    const body = await sign();
    for (const change of [
      { from: testWallet(network.chain, 1).account.address },
      { nonce: `0x${"5".repeat(64)}` },
      { validAfter: 1 },
      { validBefore: body.validBefore - 1 },
    ])
      expect(await refusal(hand({ ...body, ...change }))).toBe("INVALID_AUTHORIZATION signature");
    for (const chainId of [31338, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expect(await refusal(hand({ ...body, chainId })), `${chainId}`).toBe("INVALID_AUTHORIZATION chainId");
  });

  it("is refused with a malleated, oversized or invalid signature", async () => {
    const body = await sign();
    const r = body.signature.slice(2, 66);
    const s = order - BigInt(`0x${body.signature.slice(66, 130)}`);
    const v = body.signature.endsWith("1b") ? "1c" : "1b";
    for (const signature of [
      `0x${r}${s.toString(16).padStart(64, "0")}${v}`,
      `${body.signature}00`,
      `0x${"00".repeat(65)}`,
      `0x${"ff".repeat(64)}1b`,
      `${body.signature.slice(0, -2)}1d`,
    ])
      expect(await refusal(hand({ ...body, signature })), signature).toBe("INVALID_AUTHORIZATION signature");
    expect(authorizePaymentBody.safeParse({ ...body, signature: body.signature.slice(0, -2) }).success).toBe(
      false,
    );
  });

  it("is refused for another checkout: the address is signed, and the nonce is known", async () => {
    const other = await world.create();
    const body = await sign();
    expect(await refusal(hand(body, other.id))).toBe("INVALID_AUTHORIZATION signature");
    await hand(body);
    expect(await refusal(hand(body, other.id))).toBe("AUTHORIZATION_USED nonce");
    expect(await refusal(hand({ ...body, value: "1" }))).toBe("AUTHORIZATION_USED nonce");
  });

  it("is refused when the token takes none", async () => {
    const token = { chainId: 31337, tokenAddress: network.usdt };
    const inUsdt = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD", ...token });
    expect(await refusal(hand(await sign({}, inUsdt.id), inUsdt.id))).toBe("GASLESS_UNAVAILABLE");
  });
});

describe("a wallet", () => {
  it("with too little balance gets that error", async () => {
    await newWallet(price - 1n);
    expect(await refusal(hand(await sign()))).toBe("INSUFFICIENT_BALANCE from");
  });

  it("blocked by the token's issuer gets the advice to pay from another wallet, without an ordinary transfer", async () => {
    const circle = await issuedUsdc(network);
    const from = privateKeyToAccount(key).address;
    await circle("blacklist", [from, true]);
    const refused = hand(await sign());
    await expect(refused).rejects.toMatchObject({ code: "WALLET_BLOCKED", param: "from" });
    await expect(refused).rejects.not.toThrow(/ordinary transfer/);
    await circle("blacklist", [from, false]);

    const stops: [string, unknown[], unknown[]][] = [
      ["pause", [true], [false]],
      ["blacklist", [checkout.depositAddress, true], [checkout.depositAddress, false]],
    ];
    for (const [act, on, off] of stops) {
      await circle(act, on);
      const stopped = hand(await sign());
      await expect(stopped).rejects.toMatchObject({ code: "TRANSFERS_STOPPED" });
      await expect(stopped).rejects.not.toThrow(/ordinary transfer/);
      await circle(act, off);
    }
    expect(await hand(await sign())).toEqual({ accepted: true });
  });

  it("that used or cancelled the nonce waits for the scanner", async () => {
    const body = await sign();
    const { from, validBefore, nonce, signature } = body;
    const args = [from, checkout.depositAddress, price, 0n, BigInt(validBefore), nonce, signature];
    await send(network, network.usdc, localUsdcAbi, "transferWithAuthorization", args);
    expect(await hand(body)).toEqual({ accepted: false });
    expect((await view()).gaslessPayment).toMatchObject({ status: "FAILED", failureReason: "NONCE_USED" });
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
    expect(await refusal(hand(await sign({ value: price })))).toBe("CHECKOUT_NOT_PAYABLE");
  });
});

describe("a wallet that delegates to code (EIP-7702)", () => {
  /** Code that answers every call with nothing, so it knows no signatures. */
  async function delegate() {
    const code: Hex = `0x${"de".repeat(20)}`;
    await network.chain.client.setCode({ address: code, bytecode: "0x00" });
    const { address } = privateKeyToAccount(key);
    await network.chain.client.setCode({ address, bytecode: `0xef0100${code.slice(2)}` });
    return address;
  }

  it("pays with its key's signature where the token recovers the key", async () => {
    await restoredUsdc(network);
    await delegate();
    expect(await hand(await sign())).toEqual({ accepted: true });
  });

  it("does not pay with another key's signature", async () => {
    await restoredUsdc(network);
    const from = await delegate();
    key = generatePrivateKey();
    expect(await refusal(hand({ ...(await sign()), from }))).toBe("INVALID_AUTHORIZATION signature");
  });

  it("can't pay with its key's signature when the token calls the code", async () => {
    await issuedUsdc(network);
    await delegate();
    expect(await refusal(hand(await sign()))).toBe("INVALID_AUTHORIZATION signature");
  });

  it("gets an error when it holds too little, or the issuer blocks it", async () => {
    const circle = await issuedUsdc(network);
    const from = await delegate();
    await circle("blacklist", [from, true]);
    expect(await refusal(hand(await sign()))).toBe("WALLET_BLOCKED from");
    await circle("blacklist", [from, false]);
    await newWallet(price - 1n);
    await delegate();
    expect(await refusal(hand(await sign()))).toBe("INSUFFICIENT_BALANCE from");
  });
});

describe("a checkout", () => {
  it("that is unknown, over, cancelled or without a selection accepts none", async () => {
    const body = await sign();
    expect(await refusal(hand(body, "chk_00000000000000000000000000"))).toBe("CHECKOUT_NOT_FOUND");
    const open = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    expect(await refusal(hand(body, open.id))).toBe("CHECKOUT_NOT_PAYABLE");
    await cancelCheckout(world.deps, world.project.id, checkout.id);
    expect(await refusal(hand(body))).toBe("CHECKOUT_NOT_PAYABLE");
    checkout = await world.create();
    const late = await sign();
    const handAt = (now: Date) => world.withDeps({ clock: { now: () => now } }, () => refusal(hand(late)));
    expect(await handAt(later(-1, checkout.expiresAt))).toBe("GASLESS_UNAVAILABLE");
    expect(await handAt(checkout.expiresAt)).toBe("CHECKOUT_NOT_PAYABLE");
  });

  it.each([
    ["cancelled", "status = 'CANCELLED'", "CHECKOUT_NOT_PAYABLE"],
    [
      "moved to another token",
      "token_address = '0x' || repeat('5', 40)",
      "INVALID_AUTHORIZATION tokenAddress",
    ],
    ["partly paid", "total_paid_units = 1", "INVALID_AUTHORIZATION value"],
  ])("that is %s during the token's check accepts none", async (_, change, refused) => {
    const body = await sign();
    const { tokenAuthorizations } = world.deps;
    world.deps.tokenAuthorizations = {
      ...tokenAuthorizations,
      inspect: async (...asked) => {
        const state = await tokenAuthorizations.inspect(...asked);
        await world.query(`UPDATE checkouts SET ${change} WHERE id = $1`, [checkout.id]);
        return state;
      },
    };
    expect(await refusal(hand(body))).toBe(refused);
    expect(await stored()).toEqual([]);
  });

  it("takes no more from a client after three that failed, and from any other client does", async () => {
    const attempt = async (client: string) => {
      const end = await refusal(hand(await sign(), checkout.id, client));
      await world.query(
        "UPDATE authorizations SET status = 'FAILED', valid_before = valid_after + interval '1 second'",
      );
      return end;
    };
    for (const client of ["192.0.2.1", "2001:db8:0:700::/64"]) {
      for (let tries = 0; tries < 3; tries++) expect(await attempt(client)).toBe("no refusal");
      expect(await attempt(client)).toBe("GASLESS_UNAVAILABLE");
    }
    // Twelve of one /56.
    for (const subnet of [1, 2, 3])
      for (let tries = 0; tries < 3; tries++)
        expect(await attempt(`2001:db8:0:70${subnet}::/64`)).toBe("no refusal");
    expect(await attempt("2001:db8:0:704::/64")).toBe("GASLESS_UNAVAILABLE");
    expect(await attempt("2001:db8:0:800::/64")).toBe("no refusal");
  });
});

describe("a client that causes reverts", () => {
  /** One payment for a checkout of its own. */
  const attempt = async (client: string) => {
    const { id } = await world.create();
    return refusal(hand(await sign({}, id), id, client));
  };
  const atOnce = async (count: number) => {
    const answers = await Promise.all(Array.from({ length: count }, () => attempt("192.0.2.1")));
    const told = (what: string) => answers.filter((answer) => answer === what).length;
    return { taken: told("no refusal"), refused: told("GASLESS_UNAVAILABLE") };
  };
  const revertAll = () =>
    world.query(
      "UPDATE authorizations SET status = 'FAILED', failure_reason = 'TRANSACTION_REVERTED' WHERE status = 'PENDING'",
    );

  it("is refused by wallet from every address for a day", async () => {
    for (const client of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) {
      expect(await attempt(client)).toBe("no refusal");
      await revertAll();
    }
    expect(await attempt("192.0.2.4")).toBe("GASLESS_UNAVAILABLE");
    world.clockAheadMs += 24 * 3_600_000;
    expect(await attempt("192.0.2.4")).toBe("no refusal");
  });

  it("is refused while the open ones could reach the limit, also concurrently", async () => {
    await attempt("192.0.2.1");
    await revertAll();
    expect(await atOnce(4)).toEqual({ taken: 2, refused: 2 });
  });

  it("may have ten open by one wallet, and thirty from one address, without reverts", async () => {
    for (let wallet = 0; wallet < 3; wallet++) {
      await newWallet();
      expect(await atOnce(11)).toEqual({ taken: 10, refused: 1 });
    }
    await newWallet();
    expect(await attempt("192.0.2.1")).toBe("GASLESS_UNAVAILABLE");
    expect(await attempt("192.0.2.2")).toBe("no refusal");
  });

  it("is refused by client address with ever new wallets, without delaying other clients", async () => {
    for (let wallet = 0; wallet < 10; wallet++) {
      await newWallet();
      expect(await attempt("192.0.2.1")).toBe("no refusal");
    }
    await revertAll();
    await newWallet();
    expect(await attempt("192.0.2.1")).toBe("GASLESS_UNAVAILABLE");
    expect(await attempt("192.0.2.2")).toBe("no refusal");
  });
});

describe("a client with an IPv6 /56", () => {
  it("is refused once its networks together have four times one network's reverts", async () => {
    let made = 0;
    const attempt = async (client: string) => {
      if (made++ % 2 === 0) await newWallet();
      const { id } = await world.create();
      return refusal(hand(await sign({}, id), id, client));
    };
    for (let subnet = 10; subnet < 50; subnet++)
      expect(await attempt(`2001:db8:0:7${subnet}::/64`)).toBe("no refusal");
    await world.query(
      "UPDATE authorizations SET status = 'FAILED', failure_reason = 'TRANSACTION_REVERTED' WHERE status = 'PENDING'",
    );
    expect(await attempt("2001:db8:0:7ff::/64")).toBe("GASLESS_UNAVAILABLE");
    expect(await attempt("2001:db8:0:800::/64")).toBe("no refusal");
    expect(await attempt("2001:db8:1:7ff::/64")).toBe("no refusal");
  });
});

it("forgets which client submitted a signed payment", async () => {
  await hand(await sign(), checkout.id, "2001:db8:0:712::/64");
  const networks = () => world.query("SELECT client_networks AS networks FROM authorizations");
  const known = ["2001:db8:0:712::/64", "2001:db8:0:700::/56", "2001:db8:0::/48"];
  const prune = pruneAuthorizationClients(world.stores.database);
  expect(await prune(new Date(0), 10)).toBe(0);
  expect(await networks()).toEqual([{ networks: known }]);
  expect(await prune(new Date(Date.now() + 3_600_000 + network.aheadMs), 10)).toBe(1);
  expect(await networks()).toEqual([{ networks: [] }]);
});

describe("the service's limits", () => {
  it("hold for a project's waiting authorizations, when they come at once too", async () => {
    world.deps.gasless = { dailyGasPerProject: 500_000n, maxGasPerRelay: 200_000n };
    const checkouts = [checkout, ...(await Promise.all([world.create(), world.create(), world.create()]))];
    const answers = await Promise.all(checkouts.map(async ({ id }) => refusal(hand(await sign({}, id), id))));
    const refused = "GASLESS_UNAVAILABLE";
    expect(answers.toSorted()).toEqual([refused, refused, "no refusal", "no refusal"]);
  });

  it("accept nothing while no node answers", async () => {
    const body = await sign();
    const { tokenAuthorizations, clock } = world.deps;
    const down = createTokenAuthorizations([{ chainId: 31337, rpcUrls: ["http://127.0.0.1:1"] }], clock);
    world.deps.tokenAuthorizations = { ...tokenAuthorizations, inspect: down.inspect };
    expect(await refusal(hand(body))).toBe("GASLESS_UNAVAILABLE");
    expect(await stored()).toEqual([]);
  });
});
