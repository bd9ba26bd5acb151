import { beforeAll, describe, expect, test } from "vitest";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import { buildChain, later, newId, noon, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { changedBefore, changedWhileWaiting, raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { foundProject, removeProject } from "./project-lifecycle";
import { createProjectLifecycle } from "./project-lifecycle.store";
import { changeOrigins } from "./settings/change-settings";
import { createAllowedOrigins } from "./settings/origins.store";

const { stores } = await fileWorld([], { tidy: "who owns any project may found another one" });
let deps: ProjectParts;
let first: SignedIn;
const wallet: Hex = `0x${"e".repeat(40)}`;

beforeAll(async () => {
  deps = partsOf<ProjectParts>({
    clock: { now: () => noon },
    newId,
    chains: [buildChain(), buildChain({ chainId: 31338 })],
    deposits: stores.deposits,
    depositAddresses,
    projectLifecycle: createProjectLifecycle(stores.database),
  });
  // Whom no one can sign in as, such as the demo's shopkeeper, does not count.
  await person({ passwordHash: null, at: later(-2_000) });
  first = await person({ at: later(-1_000) });
});

type Made = { passwordHash?: string | null; at?: Date };

async function person({ passwordHash = "$argon2id$x", at = noon }: Made = {}): Promise<SignedIn> {
  const userId = newId("usr");
  const email = `${userId}@example.com`;
  await stores.database.prisma.user.create({ data: { id: userId, email, passwordHash, createdAt: at } });
  return {
    sessionId: newId("ses"),
    userId,
    email,
    name: null,
    hasPassword: passwordHash !== null,
    walletAddress: null,
    hasSecondFactor: false,
    hasPasskey: false,
    language: null,
    authenticatedAt: noon,
  };
}

const found = (by: SignedIn, settlementWallet = wallet, name = "Shop") =>
  foundProject(deps, by, { name, settlementWallet });

describe("foundProject", () => {
  test("gives the first account a project that accepts every known token, strictly refunded", async () => {
    const { projectId } = await found(first);
    expect(await stores.projects.findById(projectId)).toMatchObject({
      name: "Shop",
      settlementWallet: wallet,
      refundMode: "STRICT",
      settlementPolicy: "BATCHED",
      acceptedTokens: [
        { chainId: 31337, tokenAddress: usdc },
        { chainId: 31337, tokenAddress: usdt },
        { chainId: 31338, tokenAddress: usdc },
        { chainId: 31338, tokenAddress: usdt },
      ],
    });
    const { prisma } = stores.database;
    expect(await prisma.membership.findMany({ where: { projectId } })).toMatchObject([
      { userId: first.userId, role: "OWNER" },
    ]);
    expect(await prisma.auditLog.findMany({ where: { projectId } })).toMatchObject([
      {
        userId: first.userId,
        action: "project.created",
        details: { name: "Shop", settlementWallet: wallet },
      },
    ]);
  });

  test("accepts USDC and USDT on a chain whose USDT is bridged", async () => {
    const [chain] = deps.chains;
    const tokens = chain?.tokens.map((token) => ({ ...token, bridged: token.symbol === "USDT" })) ?? [];
    const { projectId } = await foundProject({ ...deps, chains: [buildChain({ tokens })] }, first, {
      name: "Shop",
      settlementWallet: wallet,
    });
    expect((await stores.projects.findById(projectId))?.acceptedTokens).toEqual(
      tokens.map(({ address }) => ({ chainId: 31337, tokenAddress: address })),
    );
  });

  test("requires an owner: a person invited with a lesser role creates none", async () => {
    const projectId = await stores.createProject();
    for (const role of ["ADMIN", "DEVELOPER", "VIEWER"] as const) {
      const { signedIn } = await openTestAccess(stores, projectId, role);
      expect(await outcome(found(signedIn))).toBe("FORBIDDEN");
    }
    expect(await outcome(found(await person()))).toBe("FORBIDDEN");
    const { signedIn } = await openTestAccess(stores, projectId, "OWNER");
    await found(signedIn);
    await stores.admin.deleteProject(projectId, noon);
    await found(signedIn);
  });

  test("the first account stays the first when only a passkey signs it in", async () => {
    const { prisma } = stores.database;
    const { userId } = first;
    await prisma.user.update({ where: { id: userId }, data: { passwordHash: null } });
    const key = { id: "passkey", name: "Mine", publicKey: new Uint8Array(1), counter: 0n, createdAt: noon };
    await prisma.passkey.create({ data: { ...key, userId } });
    expect(await outcome(found(await person({ at: later(-500) })))).toBe("FORBIDDEN");
  });

  test("an owner of only deleted projects is no owner", async () => {
    const projectId = await stores.createProject();
    const { signedIn } = await openTestAccess(stores, projectId, "OWNER");
    await stores.admin.deleteProject(projectId, noon);
    expect(await outcome(found(signedIn))).toBe("FORBIDDEN");
  });

  test.each([
    ["the zero address", `0x${"0".repeat(40)}`],
    ["a token", usdc],
    ["the factory", depositAddresses.factory],
  ] as const)("refuses %s as settlement wallet", async (_, address) => {
    const refusal = { code: "VALIDATION_ERROR", param: "settlementWallet" };
    await expect(found(first, address)).rejects.toMatchObject(refusal);
  });

  test("refuses a deposit address as settlement wallet", async () => {
    const projectId = await stores.createProject();
    const { depositAddress } = await stores.createCheckout({ projectId, depositAddress: uniqueHex(20) });
    await expect(found(first, depositAddress)).rejects.toMatchObject({ param: "settlementWallet" });
  });

  test("stores a hostile name as text", async () => {
    const name = `<script>alert(1)</script>'); DROP TABLE projects;-- ${"🦄".repeat(10)}`;
    const { projectId } = await found(first, wallet, name);
    expect((await stores.projects.findById(projectId))?.name).toBe(name);
  });

  test("found under the lock: the person lost the last project", async () => {
    const projectId = await stores.createProject();
    const { signedIn } = await openTestAccess(stores, projectId, "OWNER");
    const late = changedBefore(
      deps,
      "found",
      () => stores.database.prisma.membership.deleteMany({ where: { projectId } }),
      (watched) => foundProject(watched, signedIn, { name: "Shop", settlementWallet: wallet }),
    );
    expect(await outcome(late)).toBe("FORBIDDEN");
  });

  test("found under the lock: the hundredth was made", async () => {
    const { signedIn } = await openTestAccess(stores, await stores.createProject(), "OWNER");
    for (let made = 1; made < 98; made++) {
      await stores.createProject({ ownerId: signedIn.userId });
    }
    const founds = Array.from({ length: 5 }, () => () => found(signedIn));
    const made = await raceToWrite(stores.database, "projects", founds);
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  });
});

describe("removeProject", () => {
  const setUp = async () => {
    const projectId = await stores.createProject({ name: "To be gone" });
    return { projectId, owner: await openTestAccess(stores, projectId, "OWNER") };
  };

  test("changeProject under the lock: the project was deleted", async () => {
    const { projectId, owner } = await setUp();
    const late = changedWhileWaiting(
      stores.database,
      (holder) => holder.query("UPDATE projects SET deleted_at = $2 WHERE id = $1", [projectId, noon]),
      () =>
        changeOrigins(
          partsOf<ProjectParts>({ clock: deps.clock, allowedOrigins: createAllowedOrigins(stores.database) }),
          owner.as("origins.manage"),
          "allow",
          "https://shop.example",
        ),
    );
    expect(await outcome(late)).toBe("PROJECT_NOT_FOUND");
    expect(await stores.database.prisma.allowedOrigin.count({ where: { projectId } })).toBe(0);
  });

  test("ends keys immediately and cancels pending work", async () => {
    const { projectId, owner } = await setUp();
    const { key } = await stores.admin.createApiKey({ projectId, kind: "server", at: noon });
    const { prisma } = stores.database;
    const other = await setUp();
    for (const [of, hash] of [
      [projectId, "e"],
      [other.projectId, "f"],
    ] as const) {
      await prisma.walletChange.create({
        data: {
          id: newId("wch"),
          projectId: of,
          fromWallet: `0x${"a".repeat(40)}`,
          toWallet: wallet,
          requestedById: owner.userId,
          effectiveAt: noon,
        },
      });
      await prisma.invitation.create({
        data: {
          id: newId("inv"),
          projectId: of,
          email: "a@example.com",
          role: "VIEWER",
          tokenHash: hash.repeat(64),
          expiresAt: later(1_000),
        },
      });
    }
    expect(await stores.findKeyHolder(key, noon)).not.toBeNull();
    await removeProject(deps, owner, "To be gone");
    expect(await stores.findKeyHolder(key, noon)).toBeNull();
    const waiting = async (of: string) => ({
      walletChange: (await prisma.walletChange.findFirst({ where: { projectId: of } }))?.cancelledAt,
      invitation: (await prisma.invitation.findFirst({ where: { projectId: of } }))?.revokedAt,
    });
    expect(await waiting(projectId)).toEqual({ walletChange: noon, invitation: noon });
    // Those of other projects go on waiting.
    expect(await waiting(other.projectId)).toEqual({ walletChange: null, invitation: null });
    expect(await prisma.auditLog.findFirst({ where: { projectId }, orderBy: { id: "desc" } })).toMatchObject({
      action: "project.deleted",
      userId: owner.userId,
    });
    expect(await outcome(removeProject(deps, owner, "To be gone"))).toBe("VALIDATION_ERROR");
  });

  test("requires the project's own name, and an owner", async () => {
    const { projectId, owner } = await setUp();
    await expect(removeProject(deps, owner, "to be gone")).rejects.toMatchObject({ param: "name" });
    const admin = await openTestAccess(stores, projectId, "ADMIN");
    expect(await outcome(removeProject(deps, admin, "To be gone"))).toBe("FORBIDDEN");
    expect(await stores.projects.findById(projectId)).not.toBeNull();
  });
});

describe("project admin", () => {
  test("a user becomes owner of the project made for them, and both are found again", async () => {
    const email = `${newId("usr")}@shop.example`;
    const { userId } = await stores.admin.createUser({ email, passwordHash: "$argon2id$x", at: noon });
    const owned = await stores.admin.createProject({
      name: "Owned shop",
      settlementWallet: `0x${"b".repeat(40)}`,
      refundMode: "STRICT",
      settlementPolicy: "BATCHED",
      toleranceBps: 25,
      apiKeyCreatesCheckouts: false,
      ownerId: userId,
      at: noon,
    });
    expect(await stores.admin.findUserByEmail(email)).toEqual({ userId });
    expect(await stores.admin.findUserByEmail("nobody@shop.example")).toBeNull();
    expect(await stores.admin.findProject("Owned shop")).toEqual(owned);
    expect(await stores.admin.findProject("No shop")).toBeNull();
    expect(await stores.projects.findById(owned.projectId)).toMatchObject({
      toleranceBps: 25,
      apiKeyCreatesCheckouts: false,
    });
    const memberships = await stores.database.prisma.membership.findMany({ where: { userId } });
    expect(memberships).toMatchObject([{ projectId: owned.projectId, role: "OWNER" }]);
  });

  test("sets and changes how long the merchant's payments are watched", async () => {
    const speedOf = async (id: string) => (await stores.projects.findById(id))?.confirmationSpeed;
    const first = await stores.createProject({ confirmationSpeed: "FAST" });
    const second = await stores.createProject();
    expect([await speedOf(first), await speedOf(second)]).toEqual(["FAST", "STANDARD"]);
    await stores.admin.setConfirmationSpeed(first, "CAREFUL");
    expect([await speedOf(first), await speedOf(second)]).toEqual(["CAREFUL", "STANDARD"]);
    await stores.admin.deleteProject(first, noon);
    await expect(stores.admin.setConfirmationSpeed(first, "FAST")).rejects.toThrow();
  });
});
