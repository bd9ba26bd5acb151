import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { makeProjectDepositsDue } from "@/lib/checkouts/balances/deposit-holdings.store";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import { anyName, buildChain, later, noon, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { changeOrigins, changeSettings, getSettings, type SettingsPatch } from "./change-settings";
import { createAllowedOrigins, createFrameOrigins } from "./origins.store";
import { createSettingsStore } from "./settings.store";
import { createWalletChangeStore } from "./wallet-change.store";

const { stores } = await fileWorld();
let projectId: string;
let deps: ProjectParts;
let owner: ProjectAccess;

beforeAll(async () => {
  deps = partsOf<ProjectParts>({
    clock: { now: () => noon },
    chains: [buildChain(), buildChain({ chainId: 31338 })],
    allowedOrigins: createAllowedOrigins(stores.database),
    settings: createSettingsStore(stores.database, makeProjectDepositsDue),
    walletChanges: createWalletChangeStore(stores.database),
  });
});
beforeEach(async () => {
  projectId = await stores.createProject();
  await stores.admin.acceptTokens(projectId, [{ chainId: 31337, tokenAddress: usdc }], noon);
  owner = await openTestAccess(stores, projectId, "OWNER");
});

const settings = async () => (await getSettings(deps, owner)).settings;
const audited = async () =>
  (await stores.database.prisma.auditLog.findMany({ where: { projectId }, orderBy: { id: "asc" } })).map(
    ({ action, details }) => ({ action, details }),
  );
const changed = (setting: string, before: unknown, after: unknown) => ({
  action: "project.setting_changed",
  details: { setting, before, after },
});

const everything: SettingsPatch = {
  name: "Tea shop",
  accentColor: "#0a7d4b",
  refundMode: "CONVENIENT",
  settlementPolicy: "MANUAL",
  settlementHoldHours: 48,
  latePaymentPolicy: "ACCEPT",
  toleranceBps: 25,
  confirmationSpeed: "CAREFUL",
  apiKeyUse: "SERVER",
  apiKeyCreatesCheckouts: false,
  minimumUnits: 1_500_000n,
  refundDailyLimitUnits: 0n,
  mailKinds: ["payments.digest"],
  allowedWallets: [`0x${"b".repeat(40)}`],
  acceptedTokens: [
    { chainId: 31337, tokenAddress: usdt },
    { chainId: 31338, tokenAddress: usdc },
  ],
  settlementRules: [{ chainId: 31338, policy: "IMMEDIATE" }],
};

test("saves every setting, and audits it with the earlier value", async () => {
  await changeSettings(deps, owner, everything);
  expect(await settings()).toMatchObject(everything);
  expect(await audited()).toEqual([
    changed("name", anyName, "Tea shop"),
    changed("accentColor", null, "#0a7d4b"),
    changed("refundMode", "STRICT", "CONVENIENT"),
    changed("settlementPolicy", "IMMEDIATE", "MANUAL"),
    changed("settlementHoldHours", 0, 48),
    changed("latePaymentPolicy", "HOLD", "ACCEPT"),
    changed("toleranceBps", 0, 25),
    changed("confirmationSpeed", "STANDARD", "CAREFUL"),
    changed("apiKeyUse", "BROWSER", "SERVER"),
    changed("apiKeyCreatesCheckouts", true, false),
    changed("minimumUnits", "0.00", "1.50"),
    changed("refundDailyLimitUnits", "500.00", "0.00"),
    changed("mailKinds", "checkout.late_paid, endpoint.disabled", "payments.digest"),
    changed("allowedWallets", null, `0x${"b".repeat(40)}`),
    changed("acceptedTokens", "USDC on Local", "USDC on Local 31338, USDT on Local"),
    changed("settlementRules", null, "Local 31338 IMMEDIATE"),
  ]);
});

test("audits no unchanged setting", async () => {
  await changeSettings(deps, owner, everything);
  const written = (await audited()).length;
  await changeSettings(deps, owner, everything);
  await changeSettings(deps, owner, {});
  await changeSettings(deps, owner, { toleranceBps: 26 });
  expect((await audited()).slice(written)).toEqual([changed("toleranceBps", 25, 26)]);
  expect(await settings()).toMatchObject({ ...everything, toleranceBps: 26 });
});

test("leaves other projects' settings alone", async () => {
  const other = await openTestAccess(stores, await stores.createProject(), "OWNER");
  await changeSettings(deps, other, everything);
  await changeSettings(deps, owner, { ...everything, name: "Bar" });
  await changeSettings(deps, owner, {
    name: "Coffee bar",
    allowedWallets: [`0x${"c".repeat(40)}`],
    acceptedTokens: [{ chainId: 31337, tokenAddress: usdc }],
    settlementRules: [],
  });
  expect((await getSettings(deps, other)).settings).toMatchObject(everything);
});

test("transaction under the lock: another setting was changed", async () => {
  await raceToWrite(stores.database, "projects", [
    () => changeSettings(deps, owner, { toleranceBps: 7 }),
    () => changeSettings(deps, owner, { name: "Tea shop" }),
    () => changeSettings(deps, owner, { confirmationSpeed: "FAST" }),
  ]);
  expect(await settings()).toMatchObject({ toleranceBps: 7, name: "Tea shop", confirmationSpeed: "FAST" });
});

test("keeps settings of a network that is currently disabled", async () => {
  await changeSettings(deps, owner, everything);
  const onlyFirst = { ...deps, chains: [buildChain()] };
  await changeSettings(onlyFirst, owner, {
    acceptedTokens: [{ chainId: 31337, tokenAddress: usdc }],
    settlementRules: [],
  });
  expect((await settings()).acceptedTokens).toEqual([
    { chainId: 31337, tokenAddress: usdc },
    { chainId: 31338, tokenAddress: usdc },
  ]);
  expect((await settings()).settlementRules).toEqual([{ chainId: 31338, policy: "IMMEDIATE" }]);
});

test.each([
  ["no token at all", { acceptedTokens: [] }, "VALIDATION_ERROR"],
  [
    "an unknown token",
    { acceptedTokens: [{ chainId: 31337, tokenAddress: uniqueHex(20) }] },
    "UNSUPPORTED_TOKEN",
  ],
  [
    "a token of a network that is off",
    { acceptedTokens: [{ chainId: 1, tokenAddress: usdc }] },
    "UNSUPPORTED_TOKEN",
  ],
  ["a rule of such a network", { settlementRules: [{ chainId: 1, policy: "MANUAL" }] }, "UNSUPPORTED_CHAIN"],
] as const)("%s is refused, and changes nothing", async (_, patch, code) => {
  await expect(changeSettings(deps, owner, { ...patch, name: "Tea shop" })).rejects.toMatchObject({ code });
  expect((await settings()).name).toBe(anyName);
});

test("an admin changes other settings, without the payout addresses and the refund wallet", async () => {
  const admin = await openTestAccess(stores, projectId, "ADMIN");
  await changeSettings(deps, admin, { toleranceBps: 5 });
  for (const patch of [
    { refundMode: "CONVENIENT" },
    { refundDailyLimitUnits: 1n },
    { allowedWallets: [uniqueHex(20)] },
  ] as const)
    expect(await outcome(changeSettings(deps, admin, patch))).toBe("FORBIDDEN");
  const developer = await openTestAccess(stores, projectId, "DEVELOPER");
  expect(await outcome(changeSettings(deps, developer, { toleranceBps: 5 }))).toBe("FORBIDDEN");
});

test("refuses a deleted project", async () => {
  await stores.admin.deleteProject(projectId, noon);
  expect(await outcome(changeSettings(deps, owner, { name: "Tea shop" }))).toBe("PROJECT_NOT_FOUND");
});

test("exposure counts unswept money that the refund wallet could move, of this project's convenient checkouts", async () => {
  const hold = async (owned: string, convenient: boolean, units: string, tokenAddress = usdc) => {
    const checkout = await stores.createCheckout({
      projectId: owned,
      depositAddress: uniqueHex(20),
      ...(convenient ? { refundAuthority: uniqueHex(20) } : {}),
    });
    await stores.database.prisma.depositHolding.create({
      data: { checkoutId: checkout.id, chainId: 31337, tokenAddress, projectId: owned, amountUnits: units },
    });
  };
  await hold(projectId, true, "4500000");
  await hold(projectId, true, "5500000");
  await hold(projectId, true, "7", usdt);
  await hold(projectId, true, "0");
  await hold(projectId, false, "1000000");
  await hold(await stores.createProject(), true, "1000000");
  expect((await getSettings(deps, owner)).exposure).toEqual([
    { chainId: 31337, tokenAddress: usdc, units: 10_000_000n, count: 2 },
    { chainId: 31337, tokenAddress: usdt, units: 7n, count: 1 },
  ]);
});

test("keys that were created before the change to servers stay keys for browsers", async () => {
  const before = await stores.admin.createApiKey({ projectId, kind: "api", at: later(-1) });
  // Made by an instance whose clock is ahead.
  const ahead = await stores.admin.createApiKey({ projectId, kind: "api", at: later(60_000) });
  const keyUse = async (key: string) => (await stores.findKeyHolder(key, noon))?.project.apiKeyUse;
  await changeSettings(deps, owner, { apiKeyUse: "SERVER" });
  const after = await stores.admin.createApiKey({ projectId, kind: "api", at: later(60_001) });
  await changeSettings(deps, owner, { toleranceBps: 5 });
  const uses = await Promise.all([before, ahead, after].map(({ key }) => keyUse(key)));
  expect(uses).toEqual(["BROWSER", "BROWSER", "SERVER"]);
  await changeSettings(deps, owner, { apiKeyUse: "BROWSER" });
  expect([await keyUse(before.key), await keyUse(after.key)]).toEqual(["BROWSER", "BROWSER"]);
});

describe("origins", () => {
  let checkoutId: string;
  beforeEach(async () => {
    checkoutId = (await stores.createCheckout({ projectId })).id;
  });

  test("only the project's origins may frame a checkout's page", async () => {
    const other = await stores.createProject();
    await stores.admin.allowOrigins(other, ["https://other.example"], noon);
    const { find } = createFrameOrigins(stores.database);
    expect(await find(checkoutId)).toEqual([]);
    await stores.admin.allowOrigins(projectId, ["https://shop.example", "http://localhost:3000"], noon);
    expect(await createFrameOrigins(stores.database).find(checkoutId)).toEqual([
      "http://localhost:3000",
      "https://shop.example",
    ]);
  });

  test("allows fifty, and says so; a repeated one is no other", async () => {
    const many = Array.from({ length: 49 }, (_, place) => `https://shop-${place}.example`);
    await stores.admin.allowOrigins(projectId, many, noon);
    const allow = (origin: string) =>
      outcome(changeOrigins(deps, owner.as("origins.manage"), "allow", origin));
    expect(await allow("https://last.example")).toBe("done");
    expect(await allow("https://more.example")).toBe("VALIDATION_ERROR");
    expect(await allow("https://last.example")).toBe("done");
  });

  test("refuses framing for an unknown project and a deleted one", async () => {
    const { find } = createFrameOrigins(stores.database);
    expect(await find("chk_unknown")).toBeNull();
    await stores.admin.allowOrigins(projectId, ["https://shop.example"], noon);
    await stores.database.prisma.project.update({ where: { id: projectId }, data: { deletedAt: noon } });
    expect(await find(checkoutId)).toEqual([]);
  });

  test("reads a list once in ten seconds", async () => {
    await stores.admin.allowOrigins(projectId, ["https://shop.example"], noon);
    let nowMs = 0;
    const { find } = createFrameOrigins(stores.database, { nowMs: () => nowMs });
    const query = vi.spyOn(stores.database.pool, "query");
    await find(checkoutId);
    nowMs = 9_999;
    expect(await find(checkoutId)).toEqual(["https://shop.example"]);
    expect(query).toHaveBeenCalledTimes(1);
    nowMs = 10_000;
    await find(checkoutId);
    expect(query).toHaveBeenCalledTimes(2);
    query.mockRestore();
  });
});
