import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenTransaction, StoreSigned, UnsentOwner } from "@/lib/chain/sender/chain-sender.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import {
  buildMined,
  buildSigned,
  buildSigning,
  buildTransfer,
  later,
  newId,
  noon,
  uniqueHex,
  usdc,
} from "@/lib/testing/builders";
import { changedWhileWaiting, someoneWaits } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";

const chainId = 31337;
const { stores } = await fileWorld();
let projectId: string;
let wallet: Hex;
let checkout: Checkout;

beforeAll(async () => {
  projectId = await stores.createProject({ refundMode: "CONVENIENT" });
});
beforeEach(async () => {
  wallet = uniqueHex(20);
  checkout = await stores.createCheckout({ projectId, depositAddress: uniqueHex(20) });
});

const signed = (nonce: bigint, maxFeePerGas: bigint) =>
  buildSigned(nonce, { maxFeePerGas, maxCostWei: 50_000n * maxFeePerGas });
const store = (owner: UnsentOwner, change: Partial<StoreSigned> = {}) =>
  stores.outgoing.storeSigned(buildSigning({ walletAddress: wallet, owner, projectId, ...change }));

async function stored(owner: UnsentOwner, change: Partial<StoreSigned> = {}): Promise<OpenTransaction> {
  const result = await store(owner, change);
  if (result.kind !== "stored") throw new Error(`it is ${result.kind}`);
  return result.transaction;
}

const fill: UnsentOwner = { purpose: "FILL" };
const open = () => stores.outgoing.open(chainId, wallet, 99);
const nonces = async () => (await open()).map(({ nonce }) => nonce);

async function refund(status = "PENDING") {
  const id = newId("rfd");
  const data = { id, projectId, checkoutId: checkout.id, amountUnits: "1", chainId, tokenAddress: usdc };
  await stores.database.prisma.refund.create({ data: { ...data, status: status as "PENDING" } });
  return { owner: { purpose: "REFUND", refundId: id, inPlaceOf: null } as const, id };
}
const refundStatus = async (id: string) =>
  (await stores.database.prisma.refund.findUniqueOrThrow({ where: { id } })).status;

async function authorization() {
  const id = newId("aut");
  await stores.database.pool.query(
    `INSERT INTO authorizations (id, checkout_id, chain_id, token_address, from_address, amount_units, valid_after,
       valid_before, nonce, signature)
     VALUES ($1, $2, $3, $4, $5, 1, $6, $7, $8, $9)`,
    [
      id,
      checkout.id,
      chainId,
      usdc,
      uniqueHex(20),
      noon,
      later(60_000),
      uniqueHex(32),
      `0x${"ab".repeat(65)}`,
    ],
  );
  return { owner: { purpose: "RELAY", authorizationId: id, totalPaidUnits: 0n } as const, id };
}
const authorizationOf = async (id: string) => {
  const { rows } = await stores.database.pool.query(
    "SELECT status::text, failure_reason FROM authorizations WHERE id = $1",
    [id],
  );
  return rows[0];
};

describe("a refund", () => {
  it("becomes PROCESSING with its signature, and is signed once", async () => {
    const { owner, id } = await refund();
    expect((await store(owner)).kind).toBe("stored");
    expect(await store(owner)).toEqual({ kind: "taken" });
    expect(await refundStatus(id)).toBe("PROCESSING");
    expect(await open()).toMatchObject([{ owner: { purpose: "REFUND", refundId: id }, nonce: 0n }]);
  });

  it.each(["AWAITING_APPROVAL", "AWAITING_ADDRESS", "CANCELLED", "COMPLETED"])(
    "isn't signed while it is %s",
    async (status) => {
      const { owner } = await refund(status);
      expect(await store(owner)).toEqual({ kind: "taken" });
      expect(await open()).toEqual([]);
    },
  );

  it("waits while a settlement of its deposit is open, and takes no nonce", async () => {
    const { owner } = await refund();
    const settlementId = newId("stl");
    await stores.database.prisma.settlement.create({
      data: {
        id: settlementId,
        projectId,
        chainId,
        items: { create: { checkoutId: checkout.id, tokenAddress: usdc } },
      },
    });
    expect(await store(owner)).toEqual({ kind: "taken" });
    await stores.database.prisma.settlementItem.updateMany({
      where: { settlementId },
      data: { status: "FAILED" },
    });
    expect((await stored(owner)).nonce).toBe(0n);
  });

  it("stays PROCESSING when it was mined well: that it is paid is for the scanner to say", async () => {
    const { owner, id } = await refund();
    const { id: transactionId } = await stored(owner);
    expect(await stores.outgoing.complete(transactionId, buildMined(), later(1))).toBe(true);
    expect(await refundStatus(id)).toBe("PROCESSING");
  });

  it.each([buildMined({ status: "reverted" }), { kind: "replaced" as const }])(
    "is released after $kind $status, and signed under the next nonce",
    async (outcome) => {
      const { owner, id } = await refund();
      const { id: transactionId } = await stored(owner);
      expect(await stores.outgoing.complete(transactionId, outcome, later(1))).toBe(true);
      expect(await refundStatus(id)).toBe("PENDING");
      // Anyone who judged it before that transaction was there has judged something else.
      expect(await store(owner, { firstNonce: 1n })).toEqual({ kind: "taken" });
      const again = { ...owner, inPlaceOf: transactionId };
      expect((await stored(again, { firstNonce: 1n })).nonce).toBe(1n);
      // Told once more of the first, the second is not touched.
      expect(await stores.outgoing.complete(transactionId, outcome, later(2))).toBe(false);
      expect(await refundStatus(id)).toBe("PROCESSING");
    },
  );

  it("is never released while the books have a payment of it", async () => {
    const { owner, id } = await refund();
    const transaction = await stored(owner);
    const txHash = transaction.attempts[0]?.txHash ?? "0x";
    const payment = { txHash, refundId: id };
    await insertPayment(payment);
    expect(await stores.outgoing.complete(transaction.id, { kind: "replaced" }, later(1))).toBe(false);
    expect(await nonces()).toEqual([0n]);
    await stores.outgoing.complete(transaction.id, buildMined({ status: "reverted", txHash }), later(1));
    expect(await refundStatus(id)).toBe("PROCESSING");
  });
});

/** Without its ledger entry, which is not what this is about. */
async function insertPayment({ txHash, refundId }: { txHash: Hex; refundId: string }): Promise<void> {
  const client = await stores.database.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query("SET LOCAL session_replication_role = replica");
    await client.query(
      `INSERT INTO refund_payments (id, refund_id, checkout_id, from_account, to_address, chain_id, block_number,
         block_hash, block_timestamp, tx_hash, log_index, token_address, amount_units)
       VALUES ($1, $2, $3, 'DEPOSIT', $4, $5, 20, $6, $7, $8, 0, $9, 1)`,
      [newId("rfp"), refundId, checkout.id, wallet, chainId, uniqueHex(32), noon, txHash, usdc],
    );
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}

describe("an authorization", () => {
  it.each([
    [buildMined(), { status: "USED", failure_reason: null }],
    [buildMined({ status: "reverted" }), { status: "FAILED", failure_reason: "TRANSACTION_REVERTED" }],
    [{ kind: "replaced" as const }, { status: "PENDING", failure_reason: null }],
  ])("becomes SENT once, and then gets its transaction's outcome", async (outcome, end) => {
    const { owner, id } = await authorization();
    const transaction = await stored(owner);
    expect(await authorizationOf(id)).toMatchObject({ status: "SENT" });
    expect(await store(owner)).toEqual({ kind: "taken" });
    await stores.outgoing.complete(transaction.id, outcome, later(1));
    expect(await authorizationOf(id)).toEqual(end);
  });

  it("is never released while the books have its transfer", async () => {
    const { owner, id } = await authorization();
    const transaction = await stored(owner);
    const txHash = transaction.attempts[0]?.txHash ?? "0x";
    await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout, { txHash })]));
    expect(await stores.outgoing.complete(transaction.id, { kind: "replaced" }, later(1))).toBe(false);
    expect(await authorizationOf(id)).toMatchObject({ status: "SENT" });
    await stores.payments.transaction((tx) => tx.orphanAbove(31337, 9n));
    expect(await stores.outgoing.complete(transaction.id, { kind: "replaced" }, later(1))).toBe(true);
    expect(await authorizationOf(id)).toMatchObject({ status: "PENDING" });
  });
});

describe("attempts", () => {
  const add = (id: string, attempts: number, nonce = 0n, fee = 200n) =>
    stores.outgoing.addAttempt(id, attempts, signed(nonce, fee), later(1));
  it("are added to an open transaction, and raise the most that it may cost", async () => {
    const { id } = await stored(fill);
    await add(id, 1);
    const [now] = await open();
    expect(now?.attempts.map(({ ordinal }) => ordinal)).toEqual([1, 2]);
    expect(now?.maxCostWei).toBe(50_000n * 200n);
    await expect(add(id, 2, 1n)).rejects.toThrow(/instead of 0/);
  });

  it("lockOpen under the lock: another attempt was added", async () => {
    const { id } = await stored(fill);
    const added = await changedWhileWaiting(
      stores.database,
      (holder) => holder.query("SELECT FROM outgoing_transactions WHERE id = $1 FOR NO KEY UPDATE", [id]),
      () => Promise.all([add(id, 1, 0n, 200n), add(id, 1, 0n, 300n)]),
      () => someoneWaits(stores.database, 2),
    );
    expect(added.filter((answer) => answer !== null)).toHaveLength(1);
    expect((await open())[0]?.attempts).toHaveLength(2);
  });

  it("lockOpen under the lock: the transaction ended", async () => {
    const { id } = await stored(fill);
    const added = await changedWhileWaiting(
      stores.database,
      (holder) =>
        holder.query(
          "UPDATE outgoing_transactions SET status = 'CONFIRMED', completed_at = $2 WHERE id = $1",
          [id, noon],
        ),
      () => add(id, 1),
    );
    expect(added).toBeNull();
  });

  it("note their broadcasts each for itself", async () => {
    const transaction = await stored(fill);
    await stores.outgoing.addAttempt(transaction.id, 1, signed(0n, 200n), later(1));
    await stores.outgoing.noteBroadcast(transaction.id, 2, later(2), "already known");
    const [now] = await open();
    expect(now?.attempts).toMatchObject([
      { broadcastCount: 0, lastBroadcastAt: null },
      { broadcastCount: 1, lastBroadcastAt: later(2) },
    ]);
  });
});

describe("nonces", () => {
  it("stay free when signing fails or signs for another", async () => {
    await expect(store(fill, { sign: () => Promise.reject(new Error("no key")) })).rejects.toThrow("no key");
    await expect(store(fill, { sign: async (nonce) => buildSigned(nonce + 1n) })).rejects.toThrow(
      /instead of 0/,
    );
    expect((await stored(fill)).nonce).toBe(0n);
  });

  it("are separate per wallet", async () => {
    await stored(fill, { firstNonce: 5n });
    wallet = uniqueHex(20);
    expect((await stored(fill)).nonce).toBe(0n);
  });

  it("begin at the chain's, follow it, and never go back", async () => {
    expect((await stored(fill, { firstNonce: 7n })).nonce).toBe(7n);
    expect((await stored(fill, { firstNonce: 12n })).nonce).toBe(12n);
    await stores.outgoing.complete((await open())[1]?.id ?? "", buildMined(), later(1));
    // A node that lags: what lies below one that was mined is used.
    expect((await stored(fill, { firstNonce: 0n })).nonce).toBe(13n);
  });

  it("below one that was mined and reverted are used, whatever a node that lags says", async () => {
    await stored(fill, { firstNonce: 3n });
    const { id } = await stored(fill, { firstNonce: 5n });
    await stores.outgoing.complete(id, buildMined({ status: "reverted" }), later(1));
    await stored(fill, { firstNonce: 8n });
    expect(await stores.outgoing.holes(chainId, wallet, 0n)).toEqual([6n, 7n]);
    expect((await stored(fill, { firstNonce: 0n })).nonce).toBe(6n);
  });

  it("that are gaps are listed and used first, or exclusively where required", async () => {
    await stored(fill);
    await stored(fill, { firstNonce: 3n });
    expect(await stores.outgoing.holes(chainId, wallet, 0n)).toEqual([1n, 2n]);
    expect(await stores.outgoing.holes(chainId, wallet, 2n)).toEqual([2n]);
    expect((await stored(fill, { onlyNonce: 2n })).nonce).toBe(2n);
    expect(await store(fill, { onlyNonce: 2n })).toEqual({ kind: "taken" });
    expect((await stored(fill)).nonce).toBe(1n);
    expect((await stored(fill)).nonce).toBe(4n);
    expect(await stores.outgoing.holes(chainId, wallet, 0n)).toEqual([]);
  });
});

/** The cap is shared between all projects that are not deleted. */
const leaveOnly = (...ids: string[]) =>
  stores.database.prisma.project.updateMany({ where: { id: { notIn: ids } }, data: { deletedAt: noon } });

describe("two workers sign with a wallet", () => {
  /** The second has judged, and waits for the wallet while the first signs. */
  async function oneAfterTheOther(
    [first, second]: readonly [UnsentOwner, UnsentOwner],
    change: Partial<StoreSigned>,
  ) {
    let waiting: ReturnType<typeof store> | undefined;
    const sign = async (nonce: bigint) => {
      waiting = store(second, change);
      await someoneWaits(stores.database);
      return buildSigned(nonce);
    };
    expect((await store(first, { ...change, sign })).kind).toBe("stored");
    return waiting;
  }

  it("storeSigned under the lock: the nonce was used", async () => {
    expect(await oneAfterTheOther([fill, fill], { firstNonce: 7n })).toMatchObject({
      transaction: { nonce: 8n },
    });
  });

  it("storeSigned under the lock: the gap was filled", async () => {
    await stored(fill);
    await stored(fill, { firstNonce: 2n });
    expect(await oneAfterTheOther([fill, fill], { onlyNonce: 1n })).toEqual({ kind: "taken" });
    expect(await nonces()).toEqual([0n, 1n, 2n]);
  });

  it("storeSigned under the lock: the day's gas was spent", async () => {
    await leaveOnly(projectId);
    const cap = { limitWei: 8_000_000n, since: noon };
    expect(await oneAfterTheOther([fill, fill], { cap })).toMatchObject({
      kind: "over_cap",
      spentWei: 5_000_000n,
    });
  });

  it("storeSigned under the lock: the day's refunds were sent", async () => {
    const [one, other] = [(await refund()).owner, (await refund()).owner];
    const refundCap = { since: noon, admits: (sent: readonly unknown[]) => sent.length === 0 };
    expect(await oneAfterTheOther([one, other], { refundCap })).toEqual({ kind: "taken" });
    expect(await refundStatus(other.refundId)).toBe("PENDING");
  });
});

describe("a cap", () => {
  it("sums signed transactions at their highest price", async () => {
    await leaveOnly(projectId);
    const cap = { limitWei: 12_000_000n, since: noon };
    for (let call = 0; call < 2; call++) expect((await store(fill, { cap })).kind).toBe("stored");
    expect(await store(fill, { cap })).toEqual({
      kind: "over_cap",
      spentWei: 10_000_000n,
      byOwnerWei: 10_000_000n,
      isShared: false,
    });
    expect(await nonces()).toEqual([0n, 1n]);
    const tomorrow = { limitWei: 12_000_000n, since: later(1) };
    expect((await store(fill, { cap: tomorrow, at: later(2) })).kind).toBe("stored");
  });

  it("leaves one project room beside another that would take it all, at once or over the day", async () => {
    const other = await stores.createProject();
    await leaveOnly(projectId, other);
    // Eight calls in all: four for the first that comes, then half of the rest for the next.
    const cap = { limitWei: 40_000_000n, since: noon };
    const greedy = await Promise.all(Array.from({ length: 7 }, () => store(fill, { cap })));
    expect(greedy.filter(({ kind }) => kind === "stored")).toHaveLength(4);
    expect(greedy.find(({ kind }) => kind === "over_cap")).toEqual({
      kind: "over_cap",
      spentWei: 20_000_000n,
      byOwnerWei: 20_000_000n,
      isShared: true,
    });
    const modest = await Promise.all(Array.from({ length: 7 }, () => store(fill, { cap, projectId: other })));
    expect(modest.filter(({ kind }) => kind === "stored")).toHaveLength(2);
    // What is for no project shares with none.
    expect((await store(fill, { cap, projectId: null })).kind).toBe("stored");
    await stores.admin.deleteProject(other, later(1));
    expect((await store(fill, { cap })).kind).toBe("stored");
    expect((await store(fill, { cap })).kind).toBe("over_cap");
  });

  it("is shared per owner: several projects of one owner have one share", async () => {
    const { prisma } = stores.database;
    let users = 0;
    const own = async (email: string, ...projectIds: string[]) => {
      const { id: userId } = await prisma.user.create({ data: { id: newId("usr"), email } });
      users += 10;
      for (const [day, owned] of projectIds.entries())
        await prisma.membership.create({
          data: { userId, projectId: owned, role: "OWNER", createdAt: later(users + day) },
        });
    };
    const [first, second, others] = [
      await stores.createProject(),
      await stores.createProject(),
      await stores.createProject(),
    ];
    await own("greedy@example.com", first, second);
    await own("modest@example.com", others);
    const cap = { limitWei: 40_000_000n, since: noon };
    const kinds = async (of: string, calls: number) => {
      const answers = await Promise.all(
        Array.from({ length: calls }, () => store(fill, { cap, projectId: of })),
      );
      return answers.filter(({ kind }) => kind === "stored").length;
    };
    expect(await kinds(first, 7)).toBe(4);
    expect(await kinds(second, 7)).toBe(0);
    // Neither a later owner nor a deleted project begins a new share.
    await own("accomplice@example.com", second);
    await stores.admin.deleteProject(first, later(1));
    expect(await kinds(second, 1)).toBe(0);
    expect(await kinds(others, 7)).toBe(2);
  });
});

describe("a reorg below the final block", () => {
  it("reopens transactions that were mined again, and frees the nonces of reverted ones", async () => {
    const [first, second, third] = [await stored(fill), await stored(fill), await stored(fill)];
    await stores.outgoing.noteBroadcast(first.id, 1, later(1), null);
    await stores.outgoing.complete(first.id, buildMined(), later(2));
    await stores.outgoing.complete(second.id, buildMined({ status: "reverted" }), later(2));
    expect(await nonces()).toEqual([third.nonce]);
    expect(await stores.outgoing.reopen(chainId, wallet, 0n, third.nonce)).toBe(2);
    expect(await open()).toMatchObject([
      { id: first.id, attempts: [{ lastBroadcastAt: null, broadcastCount: 1 }] },
      { id: third.id },
    ]);
    expect(await stores.outgoing.holes(chainId, wallet, 0n)).toEqual([1n]);
    expect(await stores.outgoing.complete(first.id, buildMined(), later(3))).toBe(true);
  });
});
