import { afterAll, beforeAll, expect, test } from "vitest";
import { newId, noon } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";

let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

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

test("how long a merchant wants payments watched is set, and set anew", async () => {
  const speedOf = async (id: string) => (await stores.projects.findById(id))?.confirmationSpeed;
  const [first, second] = [
    await stores.createProject({ confirmationSpeed: "FAST" }),
    await stores.createProject(),
  ];
  expect([await speedOf(first), await speedOf(second)]).toEqual(["FAST", "STANDARD"]);
  await stores.admin.setConfirmationSpeed(first, "CAREFUL");
  expect([await speedOf(first), await speedOf(second)]).toEqual(["CAREFUL", "STANDARD"]);
  await stores.admin.deleteProject(first, noon);
  await expect(stores.admin.setConfirmationSpeed(first, "FAST")).rejects.toThrow();
});
