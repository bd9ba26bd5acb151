import { hashMessage, parseAbi } from "viem";
import { beforeEach, describe, expect, it } from "vitest";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { PreparedTransaction } from "@/lib/checkouts/refund-facts.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { listRefunds } from "@/lib/refunds/dashboard/read-refunds";
import { handInHash } from "@/lib/refunds/hand-in-hash";
import { issueSignLink, readRefundLink } from "@/lib/refunds/links/refund-links";
import { cancelRefund } from "@/lib/refunds/refund-steps";
import { auditBooks } from "@/lib/testing/audit";
import { testWallet } from "@/lib/testing/chain";
import { refundWallet } from "@/lib/testing/network";
import { outcome } from "@/lib/testing/outcome";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { convenient, operator, refunding, tokenOf } from "@/lib/testing/world/refunding";
import { settling } from "@/lib/testing/world/settling";

const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const desk = refunding(world);

/** anvil's account 2: the merchant of these tests. */
const merchant = () => testWallet(network.chain, 2);
const merchantAddress = () => merchant().account.address.toLowerCase() as Hex;

/** A checkout whose merchant alone may send refunds, or whose funds the merchant has. */
async function paid({ strict }: { strict: boolean }): Promise<Checkout> {
  const refundMode = strict ? "STRICT" : "CONVENIENT";
  await world.change({ refundMode, settlementWallet: merchantAddress() });
  return desk.paid();
}

async function sweep(checkout: Checkout): Promise<void> {
  await settling(world).sweepAsStranger(checkout);
  await network.chain.mine(3);
  await world.watch();
}

/** Sends what was prepared, as a wallet does. */
async function sign({ from, to, data }: PreparedTransaction): Promise<Hex> {
  expect(from).toBe(merchantAddress());
  const hash = await merchant().sendTransaction({ to, data });
  await awaitReceipt(network.chain.client, hash);
  return hash;
}

/** The same, while no node returns its receipt to `lookUpReceipt`. */
async function signUnseen(transaction: PreparedTransaction) {
  const txHash = await sign(transaction);
  const { reader } = world.deps;
  const blind: typeof reader = (chainId) => ({
    ...reader(chainId),
    receipts: async (hashes) => hashes.map(() => null),
  });
  const lookUpReceipt = <Result>(work: () => Promise<Result>) => world.withDeps({ reader: blind }, work);
  return { txHash, lookUpReceipt };
}

describe.each([
  { name: "in strict mode, out of the deposit address", strict: true, method: "refund" },
  { name: "after the sweep, out of the merchant's own wallet", strict: false, method: "transfer" },
] as const)("a refund that the merchant's wallet signs $name", ({ strict, method }) => {
  const ready = async () => {
    const checkout = await paid({ strict });
    if (!strict) await sweep(checkout);
    return checkout;
  };

  it("is paid by the prepared transaction, and recognised by its hash, submitted once or repeatedly", async () => {
    const [checkout, customer] = [await ready(), freshWallet()];
    const { refund, transaction, token } = await desk.toSign(checkout, customer);
    expect(transaction).toMatchObject({ chainId: 31337, value: "0", method });
    expect((await readRefundLink(world.deps, token)).call).toEqual(transaction);
    const listed = await listRefunds(world.deps, checkout.projectId, checkout.id, { take: 9, skip: 0 });
    // While this wallet may be signing, nobody else gets the call.
    expect(listed.items).toMatchObject([{ refund: { id: refund.id }, transaction: null }]);
    const txHash = await sign(transaction);
    for (let time = 0; time < 3; time++) {
      const link = await handInHash(world.deps, token, { txHash });
      expect(link).toMatchObject({
        link: "sign",
        refund: { id: refund.id, status: "PROCESSING" },
        call: null,
      });
    }
    expect(await desk.received(customer)).toEqual([price]);
    await desk.sendOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await desk.received(customer)).toEqual([price]);
    expect(await world.find(checkout)).toMatchObject({ refundedUnits: price, refundingUnits: 0n });
    expect((await handInHash(world.deps, token, { txHash })).refund.status).toBe("COMPLETED");
  });

  it.each([
    ["at once", true],
    ["before its block", false],
  ])("is the one of two equal refunds whose hash was submitted %s", async (_name, isMined) => {
    const [checkout, customer] = [await ready(), freshWallet()];
    const first = await desk.toSign(checkout, customer, 7n);
    const second = await desk.toSign(checkout, customer, 7n);
    const hand = (txHash: Hex) => outcome(handInHash(world.deps, second.token, { txHash }));
    if (isMined) {
      expect(await hand(await sign(second.transaction))).toBe("done");
    } else {
      // The page submits the hash while no block has it, and the scanner is first to see the payment.
      const { lookUpReceipt, txHash } = await signUnseen(second.transaction);
      expect(await lookUpReceipt(() => hand(txHash))).toBe("TRANSACTION_NOT_FOUND");
    }
    await desk.sendOn();
    expect([await desk.status(first.refund), await desk.status(second.refund)]).toEqual([
      "AWAITING_SIGNATURE",
      "COMPLETED",
    ]);
    expect(await desk.received(customer)).toEqual([7n]);
  });

  describe("whose hash is submitted after the scanner counted it for an older, equal one", () => {
    const counted = async () => {
      const [checkout, customer] = [await ready(), freshWallet()];
      const first = await desk.toSign(checkout, customer, 7n);
      const second = await desk.toSign(checkout, customer, 7n);
      const txHash = await sign(second.transaction);
      await world.scan();
      expect(await desk.status(first.refund)).toBe("PROCESSING");
      const hand = ({ token }: { token: string }) => outcome(handInHash(world.deps, token, { txHash }));
      const statuses = async () => [await desk.status(first.refund), await desk.status(second.refund)];
      const kinds = async () => {
        const select = "SELECT kind FROM checkout_events WHERE checkout_id = $1 ORDER BY id";
        return (await world.query<{ kind: string }>(select, [checkout.id])).map(({ kind }) => kind);
      };
      return { checkout, customer, first, second, hand, statuses, kinds };
    };

    it("takes the payment over while the older one isn't complete, and both complete in the end", async () => {
      const { checkout, customer, first, second, hand, statuses, kinds } = await counted();
      expect(await hand(second)).toBe("done");
      expect(await statuses()).toEqual(["AWAITING_SIGNATURE", "PROCESSING"]);
      expect(await desk.refunds(checkout)).toMatchObject([{ txHash: null }, { id: second.refund.id }]);
      expect(await hand(second)).toBe("done");
      await desk.sendOn();
      expect(await statuses()).toEqual(["AWAITING_SIGNATURE", "COMPLETED"]);
      expect(await kinds()).toContain("refund.reassigned");
      await sign(first.transaction);
      await desk.sendOn();
      expect(await statuses()).toEqual(["COMPLETED", "COMPLETED"]);
      expect((await kinds()).filter((kind) => kind === "refund.completed")).toHaveLength(2);
      expect(await desk.received(customer)).toEqual([7n, 7n]);
      expect(await world.find(checkout)).toMatchObject({ refundedUnits: 14n, refundingUnits: 0n });
      expect(await auditBooks(world, network)).toEqual([]);
    });

    it("leaves the payment with the older one when the hash was submitted for both", async () => {
      const { first, second, hand, statuses, kinds } = await counted();
      expect(await hand(first)).toBe("done");
      expect(await hand(second)).toBe("NO_MATCHING_TRANSFER");
      expect(await statuses()).toEqual(["PROCESSING", "AWAITING_SIGNATURE"]);
      expect(await kinds()).not.toContain("refund.reassigned");
    });

    it("leaves the payment with the older one once its completion was reported", async () => {
      const { first, second, hand, statuses, kinds } = await counted();
      await desk.sendOn();
      expect(await statuses()).toEqual(["COMPLETED", "AWAITING_SIGNATURE"]);
      expect(await hand(second)).toBe("NO_MATCHING_TRANSFER");
      expect(await hand(first)).toBe("done");
      expect(await statuses()).toEqual(["COMPLETED", "AWAITING_SIGNATURE"]);
      expect((await kinds()).filter((kind) => kind === "refund.completed")).toHaveLength(1);
    });
  });

  it("is recognised without its hash", async () => {
    const [checkout, customer] = [await ready(), freshWallet()];
    const { refund, transaction } = await desk.toSign(checkout, customer, 7n);
    await sign(transaction);
    await desk.sendOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
  });

  it("isn't paid by another transaction", async () => {
    const [checkout, customer] = [await ready(), freshWallet()];
    const { token, refund } = await desk.toSign(checkout, customer);
    const another = await network.pay(customer, price);
    const hand = (txHash: string) => outcome(handInHash(world.deps, token, { txHash }));
    expect(await hand(another.txHash)).toBe("NO_MATCHING_TRANSFER");
    expect(await hand(`0x${"12".repeat(32)}`)).toBe("TRANSACTION_NOT_FOUND");
    expect(await hand("0x12")).toBe("INVALID_TX_HASH");
    expect(await desk.status(refund)).toBe("AWAITING_SIGNATURE");
  });
});

it("a submitted hash takes over a payment that was recorded without a request", async () => {
  const [checkout, customer] = [await paid({ strict: true }), freshWallet()];
  const cancelled = await desk.toSign(checkout, customer, 7n);
  const txHash = await sign(cancelled.transaction);
  await cancelRefund(world.deps, operator, cancelled.refund.id);
  await world.scan();
  const repeated = await desk.toSign(checkout, customer, 7n);
  expect((await handInHash(world.deps, repeated.token, { txHash })).refund.status).toBe("PROCESSING");
  await desk.sendOn();
  expect(await world.find(checkout)).toMatchObject({ refundedUnits: 7n, refundingUnits: 0n });
  expect(await auditBooks(world, network)).toEqual([]);
});

it("a submitted hash moves the payment between the checkouts of two equal refunds", async () => {
  const customer = freshWallet();
  const older = await paid({ strict: false });
  await sweep(older);
  const first = await desk.toSign(older, customer, 7n);
  const newer = await paid({ strict: false });
  await sweep(newer);
  const second = await desk.toSign(newer, customer, 7n);
  const txHash = await sign(second.transaction);
  await world.scan();
  expect(await desk.status(first.refund)).toBe("PROCESSING");
  expect((await handInHash(world.deps, second.token, { txHash })).refund).toMatchObject({ txHash });
  expect(await desk.status(first.refund)).toBe("AWAITING_SIGNATURE");
  await desk.sendOn();
  expect(await world.find(older)).toMatchObject({ refundedUnits: 0n, refundingUnits: 7n });
  expect(await world.find(newer)).toMatchObject({ refundedUnits: 7n, refundingUnits: 0n });
  expect(await auditBooks(world, network)).toEqual([]);
});

describe("a refund whose authority's key is elsewhere", () => {
  beforeEach(() => {
    world.deps.refundSender = () => null;
    world.deps.refundWallet = null;
  });

  /** As the link to sign shows it, once the service has seen that it cannot send it. */
  async function toBeSigned(checkout: Checkout, customer: Hex) {
    const { refund } = await desk.refund(checkout, customer, 7n);
    await desk.send();
    expect(await desk.status(refund)).toBe("AWAITING_SIGNATURE");
    const { signUrl } = await issueSignLink(world.deps, operator, refund.id);
    const token = tokenOf(signUrl);
    return { refund, token, call: (await readRefundLink(world.deps, token)).call };
  }

  it("is prepared for that wallet, from the deposit address, and completes by its signature", async () => {
    const [checkout, customer] = [await paid({ strict: false }), freshWallet()];
    const { refund, token, call } = await toBeSigned(checkout, customer);
    expect(call).toMatchObject({ from: refundWallet, method: "refund" });
    const authority = testWallet(network.chain, 9);
    expect(authority.account.address.toLowerCase()).toBe(refundWallet);
    const txHash = await authority.sendTransaction({ to: call?.to, data: call?.data });
    await awaitReceipt(network.chain.client, txHash);
    expect((await handInHash(world.deps, token, { txHash })).refund.status).toBe("PROCESSING");
    await desk.sendOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await desk.received(customer)).toEqual([7n]);
  });

  it("is sent by the merchant once the money was settled", async () => {
    const checkout = await paid({ strict: false });
    await sweep(checkout);
    const { call } = await toBeSigned(checkout, freshWallet());
    expect(call).toMatchObject({ from: merchantAddress(), method: "transfer" });
  });

  it("isn't requested from a wallet whose key the service has again", async () => {
    const checkout = await paid({ strict: false });
    const { token } = await toBeSigned(checkout, freshWallet());
    world.deps.refundWallet = refundWallet;
    expect((await readRefundLink(world.deps, token)).call).toMatchObject({
      from: merchantAddress(),
      method: "transfer",
    });
  });
});

it("another transfer's hash is refused for a refund that is complete", async () => {
  const checkout = await paid({ strict: true });
  const { token, transaction, refund } = await desk.toSign(checkout, freshWallet(), 1n);
  const wallet = testWallet(network.chain, 2);
  const txHash = await wallet.sendTransaction({ to: transaction.to, data: transaction.data });
  await awaitReceipt(network.chain.client, txHash);
  await desk.sendOn();
  expect(await desk.status(refund)).toBe("COMPLETED");
  const other = await network.pay(freshWallet(), 1n);
  expect(await outcome(handInHash(world.deps, token, { txHash: other.txHash }))).toBe("NO_MATCHING_TRANSFER");
  expect(await outcome(handInHash(world.deps, token, { txHash }))).toBe("done");
});

it("a hash is refused at a link that isn't for signing", async () => {
  const checkout = await paid({ strict: true });
  const { token } = await desk.toSign(checkout, freshWallet(), 1n);
  const { txHash } = await network.pay(freshWallet(), 1n);
  expect(await outcome(handInHash(world.deps, `${token}x`, { txHash }))).toBe("REFUND_LINK_NOT_FOUND");
});

describe("a wallet that is a contract", () => {
  const abi = parseAbi(["function isValidSignature(bytes32, bytes) view returns (bytes4)"]);
  /** Answers ERC-1271's yes to whatever it is asked. */
  const saysYes: Hex = `0x7f1626ba7e${"0".repeat(56)}60005260206000f3`;
  const reverts: Hex = "0x60006000fd";

  it.each([
    ["signs by its own word", saysYes, true],
    ["that refuses did not", reverts, false],
    ["that answers something else did not", "0x600160005260206000f3", false],
    ["without code did not", "0x", false],
  ] as const)("%s", async (_, bytecode, expected) => {
    const address = freshWallet();
    await network.chain.client.setCode({ address, bytecode });
    const message = "pay me";
    const signature: Hex = `0x${"ab".repeat(65)}`;
    expect(await world.deps.verifyMessage(31337, { address, message, signature })).toBe(expected);
    if (bytecode === saysYes)
      expect(
        await network.chain.client.readContract({
          address,
          abi,
          functionName: "isValidSignature",
          args: [hashMessage(message), signature],
        }),
      ).toBe("0x1626ba7e");
  });
});
