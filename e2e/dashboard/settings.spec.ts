import { randomBytes } from "node:crypto";
import { getAddress } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { shortHex } from "@/lib/platform/values/hex.rules";
import { bombPng, plainPicture } from "@/lib/testing/pictures";
import { chainOf, placeCode } from "../support/chain";
import { makePerson, postAction, signIn } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { type MadeProject, openProjects, type Projects } from "../support/projects";
import { manifest, withDatabase } from "../support/stack";

let projects: Projects;
let shop: MadeProject;
const wallet = privateKeyToAccount(manifest().merchant.privateKey as Hex).address.toLowerCase() as Hex;
const newWallet = getAddress(`0x${"5e".repeat(20)}`);

// What is refused on purpose, the browser complains of.
test.use({ expectedComplaint: /status of (400|409)/ });

test.beforeAll(async () => {
  projects = openProjects(manifest());
  shop = await projects.make({ name: "Ada's <b>shop</b>", settlementWallet: wallet });
});
test.afterAll(() => projects.close());

test("an owner sets a project up, guards its wallet and its people, and reads the audit log", async ({
  page,
}) => {
  // Seven pages are looked at by axe and kept as pictures on the way.
  test.setTimeout(300_000);
  const owner = await makePerson({ projectId: shop.projectId, role: "OWNER" });
  await signIn(page, owner);
  const base = `/dashboard/projects/${shop.projectId}`;

  await page.goto("/dashboard");
  await page.waitForURL(`**${base}`);
  await page.goto(`${base}/settings`);
  await page.getByLabel("Name").fill("<script>alert(1)</script> 🦄\u202e");
  await page.getByLabel("Use your own colour").check();
  await page.getByRole("textbox", { name: "Accent colour" }).fill("#ffe100");
  await expect(page.getByText(/^Shown as #[0-9a-f]{6} in light and #ffe100 in dark\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.").first()).toBeVisible();
  await expect(page.getByLabel("Switch project: <script>alert(1)</script> 🦄")).toBeVisible();
  await page.locator("input[type=file]").setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"),
  });
  await expect(page.getByRole("alert").getByText("Choose a PNG, JPEG or WebP picture")).toBeVisible();
  const logo = await plainPicture({ width: 80, height: 40 }, "#0a7d4b").png().toBuffer();
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: logo });
  await expect(page.getByRole("img", { name: "The logo as customers see it" })).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-settings");

  await page.getByRole("link", { name: "Coins" }).click();
  const token = page.getByLabel("USDT").first();
  await token.uncheck();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(token).not.toBeChecked();

  await page.getByRole("link", { name: "Advanced" }).click();
  // Each setting is a line in words; its fields open on demand, and one button saves all.
  const lineOf = (name: string) => page.locator("summary").filter({ hasText: name });
  await expect(lineOf("Late payments")).toContainText("You decide on each one");
  await lineOf("Amounts").click();
  await page.getByLabel("Tolerance for underpayments (%)").fill("10.01");
  await lineOf("Amounts").click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Must be 10% or less.").first()).toBeVisible();
  await page.getByLabel("Tolerance for underpayments (%)").fill("0.5");
  await lineOf("Confirmation speed").click();
  await page.getByLabel("Careful").check();
  await lineOf("Browser keys").click();
  const onServer = page.getByLabel("Kept on your server");
  await expect(page.getByLabel("Anyone may read them")).toBeChecked();
  await expect(onServer).toHaveAccessibleDescription(/^The key is a secret/);
  await onServer.check();
  await expectFit(page);
  // Of another admin, meanwhile.
  await withDatabase(({ prisma }) =>
    prisma.project.update({ where: { id: shop.projectId }, data: { timeZone: "Asia/Seoul" } }),
  );
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(lineOf("Amounts")).toContainText("Up to 0.5% less counts");
  await expect(lineOf("Confirmation speed")).toContainText("Careful");
  await expect(lineOf("Browser keys")).toContainText("Kept on your server");
  await expect(lineOf("Time zone")).toContainText("Asia/Seoul");
  await expectFit(page);
  await keepLooks(page, "dashboard-settings-advanced");

  await page.getByRole("link", { name: "Wallet" }).click();
  const tabs = page.getByRole("navigation", { name: "Settings" });
  await page.getByLabel("Refunds are sent for you").check();
  await expect(page.getByText("This trusts the operator of this service")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const askFor = async (address: string) => {
    await page.getByRole("button", { name: "Change wallet" }).click();
    await page.getByRole("dialog").getByLabel("New settlement wallet").fill(address);
    await page.getByRole("button", { name: "Request change" }).click();
  };
  await askFor(`0x${"0".repeat(40)}`);
  await expect(page.getByRole("dialog").getByText("this is the zero address").first()).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await askFor(newWallet);
  await expect(page.getByText(`Settlement wallet change pending: ${shortHex(newWallet)}.`)).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-settings-wallet");
  await page.getByRole("button", { name: "Cancel change" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel change" }).click();
  await expect(page.getByText("Settlement wallet change pending")).toHaveCount(0);
  await askFor(newWallet);
  await page.getByRole("button", { name: "Apply now" }).click();
  await expectFit(page);
  await keepLooks(page, "dashboard-sign-wallet-change");
  await page.getByRole("button", { name: "Demo merchant's wallet" }).click();
  await expect(page.getByText("Settlement wallet change pending")).toHaveCount(0);
  await expect(page.getByText(newWallet, { exact: true })).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 900 });
  const [line, card] = await Promise.all(
    [tabs, page.locator("main section").first()].map((part) => part.boundingBox()),
  );
  expect([line?.x, line?.width]).toEqual([card?.x, card?.width]);
  await page.getByRole("link", { name: "Team" }).click();
  await expect(page.getByRole("heading", { name: "Members" })).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByRole("dialog").getByLabel("E-mail address").fill("Grace@People.Example");
  await page.getByRole("dialog").getByLabel("Role").selectOption("ADMIN");
  await page.getByRole("button", { name: "Send invitation" }).click();
  const sent = page.getByRole("dialog", { name: "Invitation" });
  // By e-mail alone, which the suite's server has: its link is shown to nobody else.
  await expect(sent.getByText(/grace@people\.example/i)).toBeVisible();
  await expect(sent.getByText("/dashboard/invitations/")).toHaveCount(0);
  await expectFit(page);
  await keepLooks(page, "dashboard-invitation");
  await sent.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("cell", { name: "grace@people.example" }).first()).toBeVisible();
  await page.getByRole("button", { name: "Leave" }).click();
  await page.getByRole("button", { name: "Leave project" }).click();
  await expect(page.getByText("A project needs an owner.").first()).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expectFit(page);
  await keepLooks(page, "dashboard-team");

  await page.goto(`${base}/settings/team/audit`);
  await expect(page.getByRole("cell", { name: /Invited a person/ })).toBeVisible();
  await expect(page.getByRole("cell", { name: /Confirmation speed.*Standard.*Careful/ })).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-audit");
  await page.getByLabel("Action", { exact: true }).selectOption("project.wallet_change_cancelled");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/action=project\.wallet_change_cancelled/);
  await expect(page.getByRole("row")).toHaveCount(2);
});

test("an allowed person creates a first project, with a wallet that can hold money", async ({ page }) => {
  const owner = await makePerson({ projectId: shop.projectId, role: "OWNER" });
  await signIn(page, owner);
  await page.goto("/dashboard/projects/new");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByText("Fill this in.")).toHaveCount(2);
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("A second shop");
  await page
    .getByRole("textbox", { name: "Settlement wallet" })
    .fill(manifest().chains[0]?.tokens[0]?.address ?? "");
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByText("this is the token contract of").first()).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-new-project");

  const safe = `0x${randomBytes(20).toString("hex")}` as const;
  await placeCode(chainOf(manifest()), safe, "0x00");
  const field = page.getByRole("textbox", { name: "Settlement wallet" });
  const create = page.getByRole("button", { name: "Create project" });
  const notice = page.getByText("This is a contract wallet, such as a Safe");
  await field.fill(safe);
  await create.click();
  await expect(notice).toBeVisible();
  await expect(page.getByText("this is the token contract of")).toHaveCount(0);
  await expectFit(page);
  await keepLooks(page, "dashboard-new-project-contract-wallet");
  await field.fill(newWallet);
  await expect(notice).toHaveCount(0);
  await field.fill(safe);
  await create.click();
  await expect(notice).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/dashboard/projects/new");
  await create.click();
  await page.waitForURL(/\/dashboard\/projects\/prj_[0-9a-z]{26}$/);
  await expect(page.getByLabel("Switch project: A second shop")).toBeVisible();
  const made = page.url();
  // A link and a till exist, and the first payment is one press away.
  const till = page.getByRole("link", { name: "Open the till" });
  await expect(till).toHaveAttribute("href", /\/l\/a-second-shop-[0-9a-z]+\?till=1$/);
  await page.getByRole("button", { name: "Create a checkout of 0.01" }).click();
  await expect(page.getByRole("listitem", { name: /Pay yourself one cent/ })).toContainText("/c/chk_");
  await expectFit(page);
  await keepLooks(page, "dashboard-set-up");
  await page.goto(`${made}/settings/advanced`);
  await page.getByText("Delete this project").click();
  await page.getByRole("button", { name: "Delete project" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type A second shop to confirm").fill("A second shop");
  await dialog.getByRole("button", { name: "Delete project" }).click();
  await page.waitForURL(`**/dashboard/projects/${shop.projectId}`);
  expect((await page.request.get(made)).status()).toBe(404);
});

test("refuses hostile pictures of any name, and people without permission", async ({ request }) => {
  const { baseUrl } = manifest();
  const address = `${baseUrl}/api/dashboard/projects/${shop.projectId}/logo`;
  const put = (data: Buffer, headers: Record<string, string> = { origin: baseUrl }) =>
    request.put(address, { headers: { "content-type": "image/png", ...headers }, data });
  const picture = await plainPicture({ width: 8, height: 8 }, "red").png().toBuffer();
  expect((await put(picture)).status()).toBe(401);

  const admin = await makePerson({ projectId: shop.projectId, role: "ADMIN" });
  await signIn(request, admin);
  expect((await put(picture)).status()).toBe(200);
  expect((await put(picture, {})).status()).toBe(403);
  expect((await put(picture, { origin: "https://evil.example" })).status()).toBe(403);
  const polyglot = Buffer.concat([picture, Buffer.from("<script>alert(1)</script>")]);
  const digest = ((await (await put(polyglot)).json()) as { data: { digest: string } }).data.digest;
  const served = await request.get(`${baseUrl}/logos/${digest}`);
  expect((await served.body()).includes("<script>")).toBe(false);
  expect(served.headers()).toMatchObject({
    "content-type": "image/webp",
    "x-content-type-options": "nosniff",
  });
  for (const [file, status] of [
    [Buffer.from("<svg/>"), 400],
    [Buffer.from("GIF89a"), 400],
    [Buffer.alloc(0), 400],
    [bombPng({ width: 20_000, height: 20_000 }), 400],
    [Buffer.concat([picture, Buffer.alloc(256 * 1024)]), 413],
  ] as const)
    expect((await put(file)).status()).toBe(status);

  // An old session needs a fresh proof before it changes money, keys, receivers or people.
  const owner = await makePerson({ projectId: shop.projectId, role: "OWNER" });
  await signIn(request, owner);
  await withDatabase(({ pool }) =>
    pool.query("UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1", [
      owner.userId,
    ]),
  );
  const actions = `/api/dashboard/projects/${shop.projectId}/actions`;
  for (const [name, input] of [
    ["requestWalletChange", { settlementWallet: newWallet }],
    ["changeGuardedSettings", { refundMode: "CONVENIENT" }],
    ["changeSettings", { toleranceBps: 1_000 }],
    ["createEndpoint", { url: "https://evil.example/hook", kinds: ["checkout.paid"] }],
    ["createApiKey", { expiresInDays: null }],
    ["allowOrigin", { origin: "https://evil.example" }],
    ["invite", { email: "eve@people.example", role: "OWNER" }],
    ["deleteProject", { name: "x" }],
  ] as const) {
    const answer = await postAction(request, `${actions}/${name}`, input);
    expect(await answer.json(), name).toMatchObject({ error: { code: "REAUTHENTICATION_REQUIRED" } });
  }
  // What is neither money nor keys needs none.
  expect((await put(picture)).status()).toBe(200);
  expect((await postAction(request, `${actions}/changeShop`, { name: "Ada" })).status()).toBe(200);
  const viewer = await makePerson({ projectId: shop.projectId, role: "VIEWER" });
  await signIn(request, viewer);
  expect((await put(picture)).status()).toBe(403);
});
