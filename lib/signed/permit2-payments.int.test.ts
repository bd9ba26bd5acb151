import { maxUint256 } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { exactProxyAddress, permit2Address } from "@/lib/chain/contracts/signing.rules";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { authorizePaymentBody } from "@/lib/checkouts/checkout-input.schema";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { createBalanceReader, readWalletBalances } from "@/lib/checkouts/views/wallet-balances";
import { localExactProxyAbi, localPermit2Abi, localUsdcAbi, localUsdtAbi } from "@/lib/contracts/abi/local";
import { permitTokenAbi } from "@/lib/contracts/abi/testing/permit-token";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { testWallet } from "@/lib/testing/chain";
import { permitUsdt, restoredUsdt, versionlessUsdc } from "@/lib/testing/issuer-tokens";
import { dieAt, sendingMoments } from "@/lib/testing/power-cut";
import { type Changes, signPayment } from "@/lib/testing/signed-payment";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { send } from "@/lib/testing/world/odd-payments";
import { acceptAuthorization } from "./accept-authorization";
import { relayAuthorizations } from "./relay-authorizations";

let checkout: Checkout;
let key: Hex;
let payer: Hex;

const network = await testNetwork();
const world = testWorld([network], { booksAgree: true });
const { client } = network.chain;
const usdt = { chainId: 31337, tokenAddress: network.usdt };
const permitted: Changes = { kind: "EIP2612", name: "Tether USD", version: "1" };
const approved: Changes = { kind: "PERMIT2" };

async function newPayer(units = price) {
  key = generatePrivateKey();
  payer = privateKeyToAccount(key).address.toLowerCase() as Hex;
  await send(network, network.usdt, localUsdtAbi, "mint", [payer, units]);
}
/** Called by the payer itself, who needs coin for this alone. */
async function asPayer(
  address: Hex,
  abi: readonly unknown[],
  functionName: string,
  args: readonly unknown[],
) {
  await client.setBalance({ address: payer, value: 10n ** 18n });
  const call = { account: privateKeyToAccount(key), address, abi: abi as typeof localUsdtAbi };
  const hash = await testWallet(network.chain, 1).writeContract({
    ...call,
    functionName: functionName as "approve",
    args: args as [Hex, bigint],
  });
  await awaitReceipt(client, hash);
  await client.setBalance({ address: payer, value: 0n });
}
const approve = (units = maxUint256) =>
  asPayer(network.usdt, localUsdtAbi, "approve", [permit2Address, units]);
const create = () => world.create({ amount: price, ...usdt });
const view = (id = checkout.id) => getPublicCheckout(world.deps, id);
const sign = async (changes: Changes, id = checkout.id) => signPayment(await view(id), key, changes);
const hand = (body: object, id = checkout.id, client = "192.0.2.1") =>
  acceptAuthorization(world.deps, id, authorizePaymentBody.parse(body), client);
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => "no refusal",
    ({ code, param }: { code: string; param?: string }) => (param === undefined ? code : `${code} ${param}`),
  );
const stored = () => world.query<{ kind: string }>("SELECT kind FROM authorizations");
const relay = () => relayAuthorizations(world.deps, 31337);
const outcome = async () => (await view()).gaslessPayment;
const allowance = () =>
  client.readContract({
    address: network.usdt,
    abi: localUsdtAbi,
    functionName: "allowance",
    args: [payer, permit2Address],
  });
const offered = async () => {
  const readBalances = createBalanceReader(world.deps.chains, world.deps.reader, world.deps.clock);
  const [balance] = await readWalletBalances({ ...world.deps, readBalances }, checkout.id, payer);
  return balance?.signing;
};
async function mineAndWatch(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await network.chain.mine(2);
    await world.watch();
    const { number } = await network.reader.latest();
    await followTransactions(world.deps, world.deps.sender(31337), number);
    world.clockAheadMs += 16_000;
  }
}
async function expectPaidOnce(): Promise<void> {
  await mineAndWatch();
  expect(await world.status(checkout)).toBe("PAID");
  expect(await network.balance(checkout.depositAddress, network.usdt)).toBe(price);
  expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toHaveLength(1);
}
/** Anyone may submit what they see: this one does it before the service. */
async function submitPermit({ value, validBefore, permitSignature: signed = "0x" }: PermitBody) {
  const [r, s, v] = [signed.slice(2, 66), signed.slice(66, 130), signed.slice(130)];
  const args = [payer, permit2Address, BigInt(value), BigInt(validBefore) - 1n, Number(`0x${v}`)];
  await send(network, network.usdt, permitTokenAbi, "permit", [...args, `0x${r}`, `0x${s}`]);
}
type PermitBody = { value: string; validBefore: number; permitSignature?: Hex };

async function submitPayment(body: Awaited<ReturnType<typeof sign>>, to: Hex = checkout.depositAddress) {
  const deadline = BigInt(body.validBefore) - 1n;
  const permit = {
    permitted: { token: network.usdt, amount: BigInt(body.value) },
    nonce: BigInt(body.nonce),
    deadline,
  };
  const args = [permit, payer, { to, validAfter: 0n }, body.signature];
  await send(network, exactProxyAddress, localExactProxyAbi, "settle", args);
}

beforeEach(() => newPayer());

describe("a token without signatures of its own", () => {
  beforeEach(async () => {
    await restoredUsdt(network);
    checkout = await create();
    await newPayer();
    await approve();
  });

  it("is paid through Permit2 by a wallet that approved it, once, without any coin of the chain", async () => {
    expect(await view()).toMatchObject({ gasless: false, signing: { kind: "PERMIT2", domain: null } });
    expect(await offered()).toEqual({ kind: "PERMIT2", domain: null, permitNonce: null });
    const body = await sign(approved);
    expect(await hand(body)).toEqual({ accepted: true });
    expect(await hand(body)).toEqual({ accepted: false });
    expect(await stored()).toEqual([{ kind: "PERMIT2" }]);
    expect(await relay()).toMatchObject({ sent: 1 });
    await expectPaidOnce();
    expect(await outcome()).toMatchObject({ status: "USED" });
    expect(await refusal(submitPayment(body))).not.toBe("no refusal");
    expect(await relay()).toEqual({ sent: 0, waiting: 0 });
  });

  it("isn't offered to a wallet that approved too little, or nothing", async () => {
    await newPayer();
    for (const units of [price - 1n, 0n]) {
      await approve(units);
      expect(await offered()).toBeNull();
      expect(await refusal(hand(await sign(approved)))).toBe("PERMIT2_ALLOWANCE_REQUIRED from");
      world.clockAheadMs += 10_000;
    }
    expect(await stored()).toEqual([]);
  });

  it.each([
    ["Permit2", permit2Address],
    ["the proxy", exactProxyAddress],
  ])("takes no signature on a chain without %s", async (_, address) => {
    const code = await client.getCode({ address });
    await client.setCode({ address, bytecode: "0x" });
    try {
      expect(await view()).toMatchObject({ gasless: false, signing: null });
      expect(await offered()).toBeNull();
      expect(await refusal(hand(await sign(approved)))).toBe("GASLESS_UNAVAILABLE");
    } finally {
      await client.setCode({ address, bytecode: code ?? "0x" });
    }
  });

  it.each<[what: string, changes: () => Changes, told: string]>([
    ["to another address", () => ({ to: `0x${"ab".repeat(20)}` }), "INVALID_AUTHORIZATION signature"],
    ["of one unit less", () => ({ value: price - 1n }), "INVALID_AUTHORIZATION value"],
    ["for another chain", () => ({ chainId: 1 }), "INVALID_AUTHORIZATION signature"],
    ["of another token", () => ({ tokenAddress: network.usdc }), "INVALID_AUTHORIZATION tokenAddress"],
    ["without an end", () => ({ validBefore: 2 ** 37 }), "INVALID_AUTHORIZATION validBefore"],
    ["of the kind of another token", () => ({ kind: "EIP3009" as const }), "GASLESS_UNAVAILABLE"],
    ["with a permit that the token doesn't know", () => permitted, "GASLESS_UNAVAILABLE"],
  ])("refuses a signature %s", async (_, changes, told) => {
    expect(await refusal(hand(await sign({ ...approved, ...changes() })))).toBe(told);
    expect(await stored()).toEqual([]);
  });

  it("refuses fields that differ from the signed ones, and another wallet's signature", async () => {
    const body = await sign(approved);
    for (const change of [
      { nonce: `0x${"5".repeat(64)}` },
      { validAfter: 1 },
      { validBefore: body.validBefore - 1 },
    ])
      expect(await refusal(hand({ ...body, ...change }))).toBe("INVALID_AUTHORIZATION signature");
    expect(await refusal(hand({ ...body, permitSignature: `0x${"11".repeat(65)}` }))).toBe(
      "INVALID_AUTHORIZATION permitSignature",
    );
    const owner = payer;
    key = generatePrivateKey();
    expect(await refusal(hand({ ...(await sign(approved)), from: owner }))).toBe(
      "INVALID_AUTHORIZATION signature",
    );
  });

  it("sends no nonce that Permit2 saw, and refuses one of another checkout or token", async () => {
    const body = await sign(approved);
    const word = BigInt(body.nonce) >> 8n;
    await asPayer(permit2Address, localPermit2Abi, "invalidateUnorderedNonces", [
      word,
      1n << (BigInt(body.nonce) & 0xffn),
    ]);
    expect(await hand(body)).toEqual({ accepted: false });
    expect(await relay()).toEqual({ sent: 0, waiting: 0 });
    checkout = await create();
    const next = await sign(approved);
    await hand(next);
    const other = await create();
    expect(await refusal(hand(await sign({ ...approved, nonce: next.nonce }, other.id), other.id))).toBe(
      "AUTHORIZATION_USED nonce",
    );
    // Permit2 keeps one set of nonces for all tokens, so the database does, too.
    await expect(
      world.query(
        `INSERT INTO authorizations SELECT (jsonb_populate_record(known, jsonb_build_object(
           'id', 'aut_other', 'status', 'FAILED', 'token_address', $1::text))).* FROM authorizations AS known`,
        [network.usdc],
      ),
    ).rejects.toThrow(/authorizations_permit2_nonce_key/);
  });

  it("is paid when someone else submits the signature first, and can't be sent elsewhere", async () => {
    const body = await sign(approved);
    await hand(body);
    await expect(submitPayment(body, `0x${"ab".repeat(20)}`)).rejects.toThrow();
    await submitPayment(body);
    expect(await relay()).toEqual({ sent: 0, waiting: 0 });
    expect(await outcome()).toMatchObject({ status: "FAILED", failureReason: "NONCE_USED" });
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("PAID");
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toEqual([]);
  });

  it("costs no gas when the wallet takes its approval back", async () => {
    await hand(await sign(approved));
    await approve(0n);
    expect(await relay()).toEqual({ sent: 0, waiting: 0 });
    expect(await outcome()).toMatchObject({ status: "FAILED", failureReason: "TOKEN_REFUSES" });
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toEqual([]);
  });

  it.each(sendingMoments)(
    "is paid once although the service dies at %s (%s it is done)",
    async (...moment) => {
      await hand(await sign(approved));
      dieAt(world.deps, moment);
      await expect(relay()).rejects.toThrow("the power went");
      await relay();
      world.clockAheadMs += 16_000;
      await expectPaidOnce();
    },
  );
});

describe("a token with permits alone", () => {
  let issuer: Awaited<ReturnType<typeof permitUsdt>>;
  beforeEach(async () => {
    issuer = await permitUsdt(network);
    await issuer("ignorePermits", [false]);
    checkout = await create();
    await newPayer();
  });

  it("is paid with a permit for Permit2, which leaves no allowance behind", async () => {
    const domain = { name: "Tether USD", version: "1" };
    expect(await view()).toMatchObject({ gasless: false, signing: { kind: "EIP2612", domain } });
    expect(await offered()).toEqual({ kind: "EIP2612", domain, permitNonce: "0" });
    const body = await sign(permitted);
    expect(await hand(body)).toEqual({ accepted: true });
    expect(await hand(body)).toEqual({ accepted: false });
    expect(await relay()).toEqual({ sent: 1, waiting: 0 });
    await expectPaidOnce();
    expect(await allowance()).toBe(0n);
  });

  it("needs no permit from a wallet that approved Permit2", async () => {
    await approve();
    expect(await offered()).toEqual({ kind: "PERMIT2", domain: null, permitNonce: null });
    expect(await hand(await sign(approved))).toEqual({ accepted: true });
    await relay();
    await expectPaidOnce();
    expect(await allowance()).toBe(maxUint256);
  });

  it("offers none to a contract wallet, whose permit no key can sign", async () => {
    await client.setCode({ address: payer, bytecode: "0x00" });
    expect(await offered()).toBeNull();
    await client.setCode({ address: payer, bytecode: `0xef0100${"de".repeat(20)}` });
    world.clockAheadMs += 10_000;
    expect(await offered()).toMatchObject({ kind: "EIP2612" });
  });

  it.each<[what: string, permit: Changes["permit"]]>([
    ["another nonce", { nonce: 1n }],
    ["less than the amount", { amountUnits: price - 1n }],
    ["more than the amount", { amountUnits: maxUint256 }],
    ["a later end", { validBefore: BigInt(2 ** 40) }],
  ])("refuses a permit for %s", async (_, permit) => {
    expect(await refusal(hand(await sign({ ...permitted, permit })))).toBe(
      "INVALID_AUTHORIZATION permitSignature",
    );
    expect(await stored()).toEqual([]);
  });

  it("refuses a missing permit, and another wallet's", async () => {
    const { permitSignature: _, ...rest } = await sign(permitted);
    expect(await refusal(hand(rest))).toBe("INVALID_AUTHORIZATION permitSignature");
    expect(await refusal(hand({ ...rest, kind: "PERMIT2" }))).toBe("PERMIT2_ALLOWANCE_REQUIRED from");
    const own = key;
    key = generatePrivateKey();
    const { permitSignature } = await sign(permitted);
    key = own;
    expect(await refusal(hand({ ...(await sign(permitted)), permitSignature }))).toBe(
      "INVALID_AUTHORIZATION permitSignature",
    );
  });

  it.each(["before the service accepts it", "before the service sends it"])(
    "is paid when someone else submits the permit %s",
    async (moment) => {
      const body = await sign(permitted);
      if (moment.endsWith("accepts it")) await submitPermit(body);
      expect(await hand(body)).toEqual({ accepted: true });
      if (moment.endsWith("sends it")) await submitPermit(body);
      expect(await relay()).toEqual({ sent: 1, waiting: 0 });
      await expectPaidOnce();
      expect(await allowance()).toBe(0n);
    },
  );

  it("is refused without gas when the token takes permits without effect", async () => {
    const body = await sign(permitted);
    await hand(body);
    await issuer("ignorePermits", [true]);
    expect(await relay()).toEqual({ sent: 0, waiting: 0 });
    expect(await outcome()).toMatchObject({ status: "FAILED", failureReason: "TOKEN_REFUSES" });
    expect(await refusal(hand(await sign(permitted)))).toBe("GASLESS_UNAVAILABLE signature");
    expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toEqual([]);
  });

  it.each(sendingMoments)(
    "is paid once although the service dies at %s (%s it is done)",
    async (...moment) => {
      await hand(await sign(permitted));
      dieAt(world.deps, moment);
      await expect(relay()).rejects.toThrow("the power went");
      await relay();
      world.clockAheadMs += 16_000;
      await expectPaidOnce();
    },
  );
});

describe("a token with EIP-3009 and no version()", () => {
  it("is paid by one signature, in the domain with version 1", async () => {
    await versionlessUsdc(network);
    checkout = await world.create({ amount: price, chainId: 31337, tokenAddress: network.usdc });
    await send(network, network.usdc, localUsdcAbi, "mint", [payer, price]);
    const domain = { name: "USD Zero", version: "1" };
    expect(await view()).toMatchObject({ gasless: true, signingDomain: domain });
    expect(await hand(await sign(domain))).toEqual({ accepted: true });
    await relay();
    await mineAndWatch();
    expect(await world.status(checkout)).toBe("PAID");
  });
});
