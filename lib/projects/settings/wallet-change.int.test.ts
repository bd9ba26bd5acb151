import { getAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { createMessageVerifier } from "@/lib/chain/wallets.chain";
import { createMailStore } from "@/lib/letters/mail.store";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { removeProject } from "@/lib/projects/project-lifecycle";
import { createProjectLifecycle } from "@/lib/projects/project-lifecycle.store";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import { buildChain, later, newId, noon, uniqueHex, usdc } from "@/lib/testing/builders";
import { changedBefore, raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld, testChain } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import {
  applyWalletChanges,
  cancelWalletChange,
  requestWalletChange,
  signWalletChange,
} from "./change-settlement-wallet";
import { type WalletChangeTerms, walletChangeText } from "./settings.schema";
import { createWalletChangeStore } from "./wallet-change.store";

const { stores } = await fileWorld();
const chain = await testChain();
type Parts = Parameters<typeof requestWalletChange>[0] & Parameters<typeof signWalletChange>[0];
let deps: Parts;
let projectId: string;
let owner: ProjectAccess;
let now = noon;
const dayMs = 24 * 3_600_000;
const toWallet: Hex = `0x${"e".repeat(40)}`;
const oldKey = privateKeyToAccount(`0x${"11".repeat(32)}`);
const fromWallet = oldKey.address.toLowerCase() as Hex;
const otherKey = privateKeyToAccount(`0x${"22".repeat(32)}`);

beforeAll(async () => {
  const settings = { chainId: 31337, rpcUrls: [chain.rpcUrl] };
  const reader = createChainReader(settings);
  deps = partsOf<Parts>({
    clock: { now: () => now },
    newId,
    chains: [buildChain()],
    deposits: stores.deposits,
    depositAddresses,
    walletChanges: createWalletChangeStore(stores.database),
    dashboardUrl: "https://pay.example",
    mail: { letters: createMailStore(stores.database) },
    reader: () => reader,
    verifyMessage: createMessageVerifier([settings]),
  });
});
beforeEach(async () => {
  now = noon;
  await stores.database.prisma.walletChange.updateMany({
    where: { appliedAt: null, cancelledAt: null },
    data: { cancelledAt: noon },
  });
  projectId = await stores.createProject({ name: "Ada's shop", settlementWallet: fromWallet });
  owner = await openTestAccess(stores, projectId, "OWNER");
});

const walletNow = async () => (await stores.projects.findById(projectId))?.settlementWallet;
const rowOf = (changeId: string) =>
  stores.database.prisma.walletChange.findUniqueOrThrow({ where: { id: changeId } });
const actions = async () =>
  (await stores.database.prisma.auditLog.findMany({ where: { projectId }, orderBy: { id: "asc" } })).map(
    ({ action }) => action,
  );
const demote = () =>
  stores.database.prisma.membership.updateMany({
    where: { projectId, userId: owner.userId },
    data: { role: "ADMIN" },
  });
const request = (to: Hex = toWallet, by = owner) => requestWalletChange(deps, by, to);
const sign = (
  changeId: string,
  { by = oldKey, terms = {} }: { by?: typeof oldKey; terms?: Partial<WalletChangeTerms> } = {},
): Promise<Hex> =>
  by.signMessage({
    message: walletChangeText({
      changeId,
      projectId,
      projectName: "Ada's shop",
      fromWallet,
      toWallet,
      ...terms,
    }),
  });

/** How it ends when this signature is handed in. */
const signed = (proof: { changeId: string; signature: Hex }, by = owner, using = deps) =>
  outcome(signWalletChange(using, by, proof));

describe("a new settlement wallet", () => {
  test("waits a day, and everyone who can stop it is mailed in the same transaction", async () => {
    const admin = await openTestAccess(stores, projectId, "ADMIN");
    await openTestAccess(stores, projectId, "DEVELOPER");
    const { changeId, effectiveAt } = await request();
    expect(effectiveAt).toEqual(later(dayMs));
    expect(await walletNow()).toBe(fromWallet);
    const letters = await stores.database.prisma.mailMessage.findMany({ where: { projectId } });
    expect(letters.map(({ recipient }) => recipient).sort()).toEqual(
      [owner.signedIn.email, admin.signedIn.email].sort(),
    );
    expect(letters[0]?.body).toContain(getAddress(toWallet));
    expect(letters[0]?.body).toContain("2026-01-02 12:00 UTC");
    expect(await actions()).toEqual(["project.wallet_change_requested"]);
    expect(await deps.walletChanges.waiting(projectId)).toMatchObject({ changeId, toWallet });
  });

  test("takes effect when its day is over, not a moment before", async () => {
    const { changeId, effectiveAt } = await request();
    now = new Date(effectiveAt.getTime() - 1);
    await applyWalletChanges(deps);
    expect(await walletNow()).toBe(fromWallet);
    now = effectiveAt;
    await applyWalletChanges(deps);
    expect(await walletNow()).toBe(toWallet);
    expect(await rowOf(changeId)).toMatchObject({ appliedAt: effectiveAt, cancelledAt: null });
    await applyWalletChanges(deps);
    expect(await actions()).toEqual(["project.wallet_change_requested", "project.settlement_wallet_changed"]);
  });

  test("applies to new checkouts: earlier ones keep their wallet", async () => {
    const addresses = { depositAddress: uniqueHex(20), merchantAddress: fromWallet };
    const checkout = await stores.createCheckout({ projectId, ...addresses });
    const { effectiveAt } = await request();
    now = effectiveAt;
    await applyWalletChanges(deps);
    const row = await stores.database.prisma.checkout.findUniqueOrThrow({ where: { id: checkout.id } });
    expect(row).toMatchObject(addresses);
  });

  test("isn't delayed by another project's failed change", async () => {
    const failing = await request();
    const stuck = projectId;
    projectId = await stores.createProject({ settlementWallet: fromWallet });
    await request(toWallet, await openTestAccess(stores, projectId, "OWNER"));
    now = failing.effectiveAt;
    const walletChanges: typeof deps.walletChanges = {
      ...deps.walletChanges,
      transaction: (id, work) =>
        id === stuck ? Promise.reject(new Error("no")) : deps.walletChanges.transaction(id, work),
    };
    await expect(applyWalletChanges({ ...deps, walletChanges })).rejects.toThrow("no");
    expect(await walletNow()).toBe(toWallet);
  });

  test("transaction under the lock: another change waits, which is not due", async () => {
    const { changeId, effectiveAt } = await request();
    now = effectiveAt;
    const renew = async () => {
      await cancelWalletChange(deps, owner, changeId);
      await request();
    };
    await changedBefore(deps, "transaction", renew, (watched) => applyWalletChanges(watched));
    expect(await walletNow()).toBe(fromWallet);
  });

  test("transaction under the lock: the requester is no owner", async () => {
    const late = changedBefore(deps, "transaction", demote, (watched) =>
      requestWalletChange(watched, owner, toWallet),
    );
    expect(await outcome(late)).toBe("PROJECT_NOT_FOUND");
  });

  test("transaction under the lock: another worker applied it", async () => {
    const { effectiveAt } = await request();
    now = effectiveAt;
    const workers = Array.from({ length: 6 }, () => () => applyWalletChanges(deps));
    const ends = await raceToWrite(stores.database, "wallet_changes", workers);
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(["fulfilled"]));
    expect(await actions()).toEqual(["project.wallet_change_requested", "project.settlement_wallet_changed"]);
  });

  test("transaction under the lock: an admin cancelled it", async () => {
    const admin = await openTestAccess(stores, projectId, "ADMIN");
    const { changeId, effectiveAt } = await request();
    await cancelWalletChange(deps, admin, changeId);
    now = effectiveAt;
    await applyWalletChanges(deps);
    expect(await signed({ changeId, signature: await sign(changeId) })).toBe("NOT_FOUND");
    expect(await outcome(cancelWalletChange(deps, admin, changeId))).toBe("NOT_FOUND");
    expect(await walletNow()).toBe(fromWallet);

    const second = await request();
    now = second.effectiveAt;
    const race = await raceToWrite<unknown>(stores.database, "wallet_changes", [
      () => applyWalletChanges(deps),
      () => cancelWalletChange(deps, admin, second.changeId),
      () => applyWalletChanges(deps),
    ]);
    const { appliedAt, cancelledAt } = await rowOf(second.changeId);
    expect([appliedAt, cancelledAt].filter((at) => at !== null)).toHaveLength(1);
    expect(await walletNow()).toBe(appliedAt === null ? fromWallet : toWallet);
    const cancelled = cancelledAt === null ? "rejected" : "fulfilled";
    expect(race.map(({ status }) => status)).toEqual(["fulfilled", cancelled, "fulfilled"]);
  });

  test("of a deleted project is never applied", async () => {
    const { changeId, effectiveAt } = await request();
    now = effectiveAt;
    await stores.admin.deleteProject(projectId, now);
    // Nor does it take the place of another one in a run.
    expect(await deps.walletChanges.due(now, 1)).toEqual([]);
    await applyWalletChanges(deps);
    const signature = await sign(changeId);
    expect(await signed({ changeId, signature })).toBe("PROJECT_NOT_FOUND");
    expect(await rowOf(changeId)).toMatchObject({ appliedAt: null });

    projectId = await stores.createProject({ name: "Gone" });
    owner = await openTestAccess(stores, projectId, "OWNER");
    const second = await request();
    const projectLifecycle = createProjectLifecycle(stores.database);
    await removeProject(partsOf<ProjectParts>({ clock: deps.clock, projectLifecycle }), owner, "Gone");
    expect(await rowOf(second.changeId)).toMatchObject({ cancelledAt: now });
  });

  test.each([
    ["has no account", "disabled"],
    ["left", "left"],
    ["is an admin", "demoted"],
  ])("requested by an owner who %s by then is cancelled instead", async (_, end) => {
    const { changeId, effectiveAt } = await request();
    const { user, membership } = stores.database.prisma;
    const member = { userId_projectId: { userId: owner.userId, projectId } };
    if (end === "disabled") await user.update({ where: { id: owner.userId }, data: { disabledAt: now } });
    if (end === "left") await membership.delete({ where: member });
    if (end === "demoted") await membership.update({ where: member, data: { role: "ADMIN" } });
    // What they own elsewhere counts for nothing here.
    const elsewhere = await stores.createProject();
    await membership.create({ data: { userId: owner.userId, projectId: elsewhere, role: "OWNER" } });
    now = effectiveAt;
    await applyWalletChanges(deps);
    expect(await rowOf(changeId)).toMatchObject({ appliedAt: null, cancelledAt: now });
    expect(await walletNow()).toBe(fromWallet);
  });

  test("is cancelled instead when the wallet in use is another one by then", async () => {
    const { changeId, effectiveAt } = await request();
    const settlementWallet = uniqueHex(20);
    await stores.database.prisma.project.update({ where: { id: projectId }, data: { settlementWallet } });
    now = effectiveAt;
    await applyWalletChanges(deps);
    expect(await rowOf(changeId)).toMatchObject({ appliedAt: null, cancelledAt: now });
    expect(await walletNow()).toBe(settlementWallet);
  });

  test("transaction under the lock: another change was requested", async () => {
    const requests = Array.from({ length: 3 }, () => () => request(uniqueHex(20)));
    const asked = await raceToWrite(stores.database, "wallet_changes", requests);
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await outcome(request(uniqueHex(20)))).toBe("CONFLICT");
  });

  test.each([
    ["the one in use", fromWallet],
    ["a token", usdc],
    ["the zero address", `0x${"0".repeat(40)}`],
  ] as const)("is not %s", async (_, address) => {
    await expect(request(address)).rejects.toMatchObject({
      code: "VALIDATION_ERROR",
      param: "settlementWallet",
    });
  });

  test.each(["ADMIN", "DEVELOPER", "VIEWER"] as const)("can't be requested by a %s", async (role) => {
    const member = await openTestAccess(stores, projectId, role);
    expect(await outcome(request(toWallet, member))).toBe("FORBIDDEN");
    const { changeId } = await request();
    if (role !== "ADMIN") expect(await outcome(cancelWalletChange(deps, member, changeId))).toBe("FORBIDDEN");
    const signature = await sign(changeId);
    expect(await signed({ changeId, signature }, member)).toBe("FORBIDDEN");
  });
});

describe("by a signature of the wallet in use", () => {
  test("takes effect immediately, and isn't applied again", async () => {
    const { changeId, effectiveAt } = await request();
    await signWalletChange(deps, owner, { changeId, signature: await sign(changeId) });
    expect(await walletNow()).toBe(toWallet);
    now = effectiveAt;
    await applyWalletChanges(deps);
    expect(await actions()).toEqual(["project.wallet_change_requested", "project.settlement_wallet_changed"]);
  });

  test.each([
    ["of another wallet", { by: otherKey }],
    ["of another change", { terms: { changeId: "wch_00000000000000000000000000" } }],
    ["of another project", { terms: { projectId: "prj_00000000000000000000000000" } }],
    ["of another new wallet", { terms: { toWallet: `0x${"d".repeat(40)}` } }],
    ["of another old wallet", { terms: { fromWallet: `0x${"d".repeat(40)}` } }],
  ] as const)("rejects a signature %s", async (_, how) => {
    const { changeId } = await request();
    const signature = await sign(changeId, how);
    expect(await signed({ changeId, signature })).toBe("INVALID_SIGNATURE");
    expect(await walletNow()).toBe(fromWallet);
  });

  test("rejects a signature that was already used for an earlier change", async () => {
    const first = await request();
    const signature = await sign(first.changeId);
    await cancelWalletChange(deps, owner, first.changeId);
    const { changeId } = await request();
    expect(await signed({ changeId, signature })).toBe("INVALID_SIGNATURE");
    expect(await signed({ changeId: first.changeId, signature })).toBe("NOT_FOUND");
  });

  /** How a valid signature ends when this happens while it is checked. */
  async function signedAfter(change: (changeId: string) => Promise<unknown>) {
    const { changeId } = await request();
    const signature = await sign(changeId);
    const late = changedBefore(
      deps,
      "transaction",
      () => change(changeId),
      (watched) => signWalletChange(watched, owner, { changeId, signature }),
    );
    const end = await outcome(late);
    return { changeId, end };
  }

  test("transaction under the lock: the change that is signed was replaced", async () => {
    const { end } = await signedAfter(async (changeId) => {
      await cancelWalletChange(deps, owner, changeId);
      await request(uniqueHex(20));
    });
    expect(end).toBe("NOT_FOUND");
    expect(await walletNow()).toBe(fromWallet);
  });

  test("transaction under the lock: the wallet that signed is not the project's", async () => {
    const other = uniqueHex(20);
    const { end, changeId } = await signedAfter(() =>
      stores.database.prisma.project.update({ where: { id: projectId }, data: { settlementWallet: other } }),
    );
    expect(end).toBe("NOT_FOUND");
    expect(await rowOf(changeId)).toMatchObject({ appliedAt: null });
  });

  test("transaction under the lock: who hands the signature in is no owner", async () => {
    const { end } = await signedAfter(demote);
    expect(end).toBe("PROJECT_NOT_FOUND");
    expect(await walletNow()).toBe(fromWallet);
  });

  describe("that is a contract", () => {
    const signature: Hex = `0x${"ab".repeat(65)}`;
    /** Answers ERC-1271's yes to whatever it is asked. */
    const saysYes: Hex = `0x7f1626ba7e${"0".repeat(56)}60005260206000f3`;
    const saysNo: Hex = "0x60006000fd";
    const contract = async (bytecode: Hex) => {
      const address = `0x${crypto.randomUUID().replaceAll("-", "").padStart(40, "5")}` as Hex;
      await chain.client.setCode({ address, bytecode });
      await stores.database.prisma.project.update({
        where: { id: projectId },
        data: { settlementWallet: address },
      });
      return (await request()).changeId;
    };

    test("accepts the contract's own confirmation (ERC-1271)", async () => {
      await signWalletChange(deps, owner, { changeId: await contract(saysYes), signature });
      expect(await walletNow()).toBe(toWallet);
    });

    test("accepts the contract's refusal too", async () => {
      const changeId = await contract(saysNo);
      expect(await signed({ changeId, signature })).toBe("INVALID_SIGNATURE");
    });

    test("refuses when one chain confirms and another refuses", async () => {
      const changeId = await contract(saysYes);
      const chains = [buildChain(), buildChain({ chainId: 31338 })];
      const two = { ...deps, chains, verifyMessage: async (chainId: number) => chainId === 31337 };
      expect(await signed({ changeId, signature }, owner, two)).toBe("INVALID_SIGNATURE");
    });

    test("a chain that does not answer leaves it waiting", async () => {
      const changeId = await contract(saysYes);
      const silent = { ...deps, verifyMessage: () => Promise.reject(new ChainUnavailable("down")) };
      expect(await signed({ changeId, signature }, owner, silent)).toBe("CONFLICT");
      expect(await rowOf(changeId)).toMatchObject({ appliedAt: null, cancelledAt: null });
    });
  });
});
