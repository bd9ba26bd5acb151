import { beforeEach, expect, test } from "vitest";
import { createWalletChangeStore } from "@/lib/projects/settings/wallet-change.store";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { runAdminCommand } from "@/lib/testing/admin-commands";
import { anyName, buildChain, newId, noon, uniqueHex, usdc } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";

const { stores } = await fileWorld();
let projectId: string;

beforeEach(async () => {
  projectId = await stores.createProject();
  await stores.admin.acceptTokens(projectId, [{ chainId: 31337, tokenAddress: usdc }], noon);
});

const admin = (...args: string[]) =>
  runAdminCommand(stores.databaseUrl, args, {
    chains: [{ ...buildChain(), rpcUrls: ["http://127.0.0.1:9"], local: true }],
    fiatCurrencies: fiatCurrencies.filter(({ code }) => code === "USD"),
    checkoutPageUrl: "https://pay.example",
  });
const own = (...args: string[]) => admin(...args, "--project", projectId);
const acts = async () =>
  (await stores.database.prisma.auditLog.findMany({ where: { projectId }, orderBy: { id: "asc" } })).map(
    ({ action, userId }) => [action, userId],
  );
const idIn = (text: string, prefix: string) => new RegExp(`${prefix}_[0-9a-z]{26}`).exec(text)?.[0] ?? "";

test.each([
  ["toleranceBps=50", "toleranceBps: 50"],
  ["confirmationSpeed=FAST", "confirmationSpeed: FAST"],
  ["latePaymentPolicy=ACCEPT", "latePaymentPolicy: ACCEPT"],
  ["apiKeyCreatesCheckouts=false", "apiKeyCreatesCheckouts: false"],
  ["requoteExpired=true", "requoteExpired: true"],
  ["timeZone=Asia/Seoul", "timeZone: Asia/Seoul"],
  ["supportContact=help@shop.example", "supportContact: help@shop.example"],
  ["receiptDetails=1 Main Street", "receiptDetails: 1 Main Street"],
  ["minimumUnits=2.50", "minimumUnits: 2.50"],
  ["name=Tea = shop", "name: Tea = shop"],
  ["accentColor=null", "accentColor: none"],
  ["refundMode=CONVENIENT", "refundMode: CONVENIENT"],
  ["refundDailyLimitUnits=9", "refundDailyLimitUnits: 9.00"],
  [`allowedWallets=["0x${"b".repeat(40)}"]`, `allowedWallets: 0x${"b".repeat(40)}`],
  ['settlementRules=[{"chainId":31337,"policy":"MANUAL"}]', "settlementRules: Local MANUAL"],
])("projects set %s", async (assignment, told) => {
  expect(await own("projects", "set", assignment)).toEqual({ exitCode: 0, text: told });
  expect((await own("projects", "settings")).text).toContain(told);
});

test.each(["toleranceBps=1001", "toleranceBps", "settlementWallet=0x", "toString=1", "acceptedTokens=[]"])(
  "projects set %s is refused, and nothing changes",
  async (assignment) => {
    expect((await own("projects", "set", assignment)).exitCode).toBe(1);
    expect(await acts()).toEqual([]);
  },
);

test("projects limit sets the Server API's limit of one project", async () => {
  const limit = async () => (await stores.projects.findById(projectId))?.serverRequestsPerMinute;
  expect((await own("projects", "limit", "--per-minute", "5000")).exitCode).toBe(0);
  expect(await limit()).toBe(5_000);
  expect((await own("projects", "settings")).text).toContain("Server API requests per minute: 5000");
  for (const number of ["0", "1.5"])
    expect((await own("projects", "limit", "--per-minute", number)).exitCode).toBe(1);
  for (const args of [[], ["--per-minute", "1", "--none"]])
    expect((await own("projects", "limit", ...args)).exitCode).toBe(2);
  expect(await limit()).toBe(5_000);
  expect((await own("projects", "limit", "--none")).exitCode).toBe(0);
  expect(await limit()).toBeNull();
  expect(await acts()).toEqual(Array(2).fill(["project.limit_changed", null]));
  const unknown = await admin("projects", "limit", "--project", newId("prj"), "--none");
  expect(unknown).toEqual({ exitCode: 1, text: "Project not found." });
});

test("projects and checkouts are listed with the ids that other verbs take", async () => {
  const { id, createdAt } = await stores.createCheckout({
    projectId,
    referenceId: "order 7",
    itemName: "Flat white",
  });
  const other = await stores.createProject({ name: "A shop \u001b[31m" });
  const projects = (await admin("projects", "list")).text.split("\n");
  expect(projects.find((line) => line.startsWith(other))).toMatch(
    new RegExp(`^${other}  .*  no owner  A shop \\\\u001b\\[31m$`),
  );
  expect(projects.map((line) => line.split("  ")[0])).toContain(projectId);
  const gone = await stores.createProject();
  await stores.admin.deleteProject(gone, new Date());
  expect((await admin("projects", "list")).text).not.toContain(gone);

  expect((await own("checkouts", "list", "--reference", "order 7")).text).toBe(
    `${id}  ${createdAt.toISOString()}  PENDING  order 7  Flat white`,
  );
  const forged = await stores.createCheckout({
    projectId,
    referenceId: "order 8",
    itemName: `Latte\r\n${id}\tPAID\u2028\u202eorder\u001b[2K`,
  });
  expect((await own("checkouts", "list", "--reference", "order 8")).text).toBe(
    `${forged.id}  ${forged.createdAt.toISOString()}  PENDING  order 8  Latte\\r\\n${id}\\tPAID\\u2028\\u202eorder\\u001b[2K`,
  );
  expect((await own("checkouts", "list", "--status", "PAID")).text).toBe("No checkouts found.");
  expect(await own("checkouts", "list", "--status", "SOLD")).toMatchObject({ exitCode: 1 });
  expect((await admin("checkouts", "list", "--project", newId("prj"))).exitCode).toBe(1);
});

test("keys are created, listed, rotated and revoked", async () => {
  const made = await own("keys", "create", "--kind", "server", "--days", "30");
  expect(made.text).toMatch(/^svc_server_\w+\n/);
  const keyId = idIn(made.text, "key");
  expect((await own("keys", "list")).text).toMatch(
    new RegExp(`^${keyId}  svc_server_….{4}  all  created .* expires `),
  );
  const rotated = await own("keys", "rotate", keyId, "--now");
  expect(rotated.text).toMatch(/^svc_server_\w+\n.*The old key no longer works/);
  const next = idIn(rotated.text, "key");
  expect((await own("keys", "revoke", next)).exitCode).toBe(0);
  expect((await own("keys", "list")).text).toBe("The project has no active keys.");
  expect((await own("keys", "rotate", next)).exitCode).toBe(1);
  const other = await stores.createProject();
  expect((await admin("keys", "revoke", keyId, "--project", other)).exitCode).toBe(1);
  expect((await admin("keys", "create", "--kind", "api", "--project", newId("prj"))).exitCode).toBe(1);
});

test("payment links are created, listed and disabled", async () => {
  const made = await own("links", "create", "--item", "Coffee", "--price", "4.50", "--currency", "USD");
  expect(made.text).toMatch(/^lnk_[0-9a-z]{26}\nhttps:\/\/pay\.example\/l\/coffee-/);
  const invoice = await own(
    "links",
    "create",
    "--item",
    "Bill",
    "--amount",
    "5",
    "--once",
    "--until",
    "2099-01-31",
  );
  const stored = await stores.database.prisma.paymentLink.findFirst({
    where: { id: idIn(invoice.text, "lnk") },
  });
  expect(stored).toMatchObject({ singlePayment: true, closesAt: new Date("2099-02-01T00:00:00Z") });
  const tips = await own(
    "links",
    "create",
    "--item",
    "Tips",
    "--any-amount",
    "USD",
    "--at-most",
    "50",
    "--stock",
    "5",
  );
  const open = await stores.database.prisma.paymentLink.findFirst({ where: { id: idIn(tips.text, "lnk") } });
  expect(open).toMatchObject({
    fiatAmount: null,
    maxFiatAmount: "50",
    fiatCurrency: "USD",
    amountUnits: null,
    stock: 5,
  });
  const linkId = idIn(made.text, "lnk");
  expect((await own("links", "list")).text).toMatch(/Coffee {2}0 checkouts {2}active$/);
  expect((await own("links", "disable", linkId)).exitCode).toBe(0);
  expect((await own("links", "list")).text).toContain("disabled");
  expect((await own("links", "create", "--item", "Coffee")).text).toMatch(
    /^links create: Give either --price and/,
  );
  const unoffered = await own("links", "create", "--item", "Coffee", "--price", "4", "--currency", "EUR");
  expect(unoffered).toEqual({ exitCode: 1, text: "Supported currencies: USD." });
});

test("a checkout is cancelled once, in its own project only", async () => {
  const { id } = await stores.createCheckout({ projectId });
  const other = await stores.createProject();
  expect((await admin("cancel-checkout", id, "--project", other)).exitCode).toBe(1);
  expect(await own("cancel-checkout", id)).toEqual({ exitCode: 0, text: `${id}: CANCELLED.` });
  expect((await own("cancel-checkout", id)).exitCode).toBe(1);
});

test("a settlement wallet that waits is cancelled, and a project deleted by its name", async () => {
  expect((await own("projects", "keep-wallet")).exitCode).toBe(1);
  const owner = await openTestAccess(stores, projectId, "OWNER");
  const changeId = newId("wch");
  await createWalletChangeStore(stores.database).transaction(projectId, (tx) =>
    tx.insert({
      changeId,
      fromWallet: tx.settlementWallet,
      toWallet: uniqueHex(20),
      createdAt: noon,
      effectiveAt: new Date(noon.getTime() + 86_400_000),
      requestedById: owner.userId,
    }),
  );
  expect((await own("projects", "settings")).text).toContain("pending settlement wallet: 0x");
  expect((await own("projects", "keep-wallet")).exitCode).toBe(0);
  expect((await own("projects", "settings")).text).not.toContain("pending settlement wallet");
  expect((await own("projects", "delete", "Another shop")).exitCode).toBe(1);
  expect((await own("projects", "delete", anyName)).exitCode).toBe(0);
  expect(await stores.projects.findById(projectId)).toBeNull();
});
