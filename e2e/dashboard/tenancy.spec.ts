import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type APIRequestContext, type APIResponse, expect, request, test } from "@playwright/test";
import { z } from "zod";
import { freshForMs, type ProjectAction } from "@/lib/accounts/account.schema";
import { mayDo, type Permission, type Role, roles } from "@/lib/accounts/roles.rules";
import { projectActions } from "@/lib/api/dashboard/action-list";
import { isFull } from "@/lib/testing/full-size";
import { makePerson, postAction, signIn } from "../support/dashboard";
import { fillProject } from "../support/foreign-project";
import { type MadeProject, openProjects, type Projects } from "../support/projects";
import { manifest, withDatabase } from "../support/stack";

// Every action and every page of a project × everybody who might come: the shop's own people in each role, another
// merchant, no one, and sessions that are over.

const { baseUrl } = manifest();
const actions = Object.entries(projectActions as Record<string, ProjectAction>);
/** The input of no action. */
const nonsense = ["nonsense"];
const unknownProject = "prj_00000000000000000000000000";

let projects: Projects;
let mine: MadeProject;
let others: MadeProject;
let foreign: Awaited<ReturnType<typeof fillProject>>;
const people = new Map<string, { userId: string; context: APIRequestContext }>();

// Hundreds of requests, one after the other.
test.setTimeout(240_000);
test.beforeAll(async () => {
  test.setTimeout(180_000);
  projects = openProjects(manifest());
  [mine, others] = [await projects.make(), await projects.make({ name: "Quarry of others" })];
  foreign = await fillProject(others);
  const members = roles.map((role) => [role, { projectId: mine.projectId, role }] as const);
  const stranger = { projectId: others.projectId, role: "OWNER" as const };
  for (const [name, membership] of [
    ...members,
    ["stranger", stranger],
    ["expired", { projectId: mine.projectId, role: "OWNER" as const }],
    ["revoked", { projectId: mine.projectId, role: "OWNER" as const }],
    ["disabled", { projectId: mine.projectId, role: "OWNER" as const }],
    ["stale", { projectId: mine.projectId, role: "OWNER" as const }],
  ] as const) {
    const person = await makePerson(membership);
    const context = await request.newContext({ baseURL: baseUrl });
    await signIn(context, person);
    people.set(name, { userId: person.userId, context });
  }
  people.set("nobody", { userId: "", context: await request.newContext({ baseURL: baseUrl }) });
  await withDatabase(async ({ prisma }) => {
    const past = new Date(Date.now() - 1_000);
    const of = (name: string) => ({ where: { userId: people.get(name)?.userId ?? "" } });
    await prisma.session.updateMany({ ...of("expired"), data: { expiresAt: past } });
    await prisma.session.updateMany({ ...of("revoked"), data: { revokedAt: past } });
    await prisma.user.update({
      where: { id: people.get("disabled")?.userId ?? "" },
      data: { disabledAt: past },
    });
    const tooOld = new Date(Date.now() - freshForMs - 60_000);
    await prisma.session.updateMany({ ...of("stale"), data: { authenticatedAt: tooOld } });
  });
});

test.afterAll(async () => {
  console.log(`  ${judged} answers judged, over ${actions.length} actions and ${projectPages.length} pages`);
  await Promise.all([...people.values()].map(({ context }) => context.dispose()));
  await projects.close();
});

const contextOf = (name: string): APIRequestContext => {
  const found = people.get(name);
  if (found === undefined) throw new Error(`nobody is called ${name}`);
  return found.context;
};
const act = (who: string, action: string, input: unknown, projectId = mine.projectId) =>
  postAction(contextOf(who), `/api/dashboard/projects/${projectId}/actions/${action}`, input);

/** Those without a session that is valid. Each action and page meets two of them; with FULL=1, all. */
function outsidersAt(at: number): string[] {
  const over = ["expired", "revoked", "disabled"];
  return ["nobody", ...over.filter((_, number) => isFull || number === at % over.length)];
}

/** The highest role that may not and the least that may; with FULL=1, all. The roles' own table is a unit test. */
function rolesAround(permission: Permission): readonly Role[] {
  if (isFull) return roles;
  const least = roles.findIndex((role) => mayDo(role, permission));
  if (least === -1) throw new Error(`no role has ${permission}`);
  return roles.slice(Math.max(least - 1, 0), least + 1);
}

let judged = 0;

/** Status, code and message: anything else would tell two refusals apart. */
async function told(answer: APIResponse): Promise<string> {
  judged += 1;
  const body = (await answer.json()) as { error?: { code: string; message: string } };
  return `${answer.status()} ${body.error?.code}: ${body.error?.message}`;
}

test("every action refuses requests without a session, with an expired one, from strangers, and from other sites' pages", async () => {
  const strangerTold = new Set<string>();
  for (const [at, [name]] of actions.entries()) {
    for (const who of outsidersAt(at))
      expect(await told(await act(who, name, nonsense)), `${name} by ${who}`).toMatch(/^401 UNAUTHORIZED: /);
    strangerTold.add(await told(await act("stranger", name, nonsense)));
    strangerTold.add(await told(await act("OWNER", name, nonsense, others.projectId)));
    strangerTold.add(await told(await act("OWNER", name, nonsense, unknownProject)));
    const elsewhere = await contextOf("OWNER").post(
      `/api/dashboard/projects/${mine.projectId}/actions/${name}`,
      {
        headers: { origin: "https://evil.example" },
        data: nonsense,
      },
    );
    expect(await told(elsewhere), name).toMatch(/^403 ORIGIN_NOT_ALLOWED: /);
  }
  expect([...strangerTold]).toEqual(["404 PROJECT_NOT_FOUND: Project not found."]);
  expect(await told(await act("OWNER", "toString", {}))).toMatch(/^404 NOT_FOUND/);
});

test("every action requires its permission, and reports invalid input before it requests a proof", async () => {
  for (const [name, { permission }] of actions) {
    for (const role of rolesAround(permission)) {
      const answer = await told(await act(role, name, nonsense));
      expect(answer, `${name} by ${role}`).toMatch(
        mayDo(role, permission) ? /^400 VALIDATION_ERROR/ : /^403 FORBIDDEN/,
      );
    }
    expect(await told(await act("stale", name, nonsense)), name).toMatch(/^400 VALIDATION_ERROR/);
  }
});

test("another project's id is answered like an unknown one, sensitive actions need a fresh proof, and nothing changes", async () => {
  const txHash = `0x${"1".repeat(64)}`;
  const inputs: Partial<Record<keyof typeof projectActions, object>> = {
    cancelCheckout: { checkoutId: foreign.checkoutId },
    changeLink: { linkId: foreign.linkId, itemName: "mine now" },
    disableLink: { linkId: foreign.linkId },
    rotateApiKey: { keyId: foreign.keyId, overlap: false },
    revokeApiKey: { keyId: foreign.keyId },
    rotateServerKey: { keyId: foreign.serverKeyId, overlap: false },
    revokeServerKey: { keyId: foreign.serverKeyId },
    updateEndpoint: { endpointId: foreign.endpointId, description: "mine now" },
    rotateEndpointSecret: { endpointId: foreign.endpointId, overlap: false },
    enableEndpoint: { endpointId: foreign.endpointId },
    disableEndpoint: { endpointId: foreign.endpointId },
    deleteEndpoint: { endpointId: foreign.endpointId },
    testEndpoint: { endpointId: foreign.endpointId },
    replayDelivery: { deliveryId: foreign.deliveryId },
    replayFailed: { endpointId: foreign.endpointId, from: "2026-01-01", to: "2030-01-01" },
    applyTestTool: { checkoutId: foreign.checkoutId, tool: "expire" },
    requestRefund: { checkoutId: foreign.checkoutId, amount: "1" },
    approveRefund: { refundId: foreign.refundId, destinationAddress: `0x${"a".repeat(40)}` },
    cancelRefund: { refundId: foreign.refundId },
    reissueClaim: { refundId: foreign.refundId },
    mailClaim: { refundId: foreign.refundId, email: "ada@customer.example" },
    issueSignLink: { refundId: foreign.refundId },
    prepareRefunds: { refunds: [{ refundId: foreign.refundId }] },
    handInRefundHash: { refundId: foreign.refundId, txHash },
    acceptPayment: { checkoutId: foreign.checkoutId, amount: "1" },
    dismissExcess: { checkoutId: foreign.checkoutId },
    sweepNow: { kind: "checkout", checkoutId: foreign.checkoutId },
    returnStray: { checkoutId: foreign.checkoutId, chainId: 31337, tokenAddress: `0x${"a".repeat(40)}` },
    countStray: { checkoutId: foreign.checkoutId, chainId: 31337, tokenAddress: `0x${"a".repeat(40)}` },
    sweepStray: { checkoutId: foreign.checkoutId, chainId: 31337, tokenAddress: `0x${"a".repeat(40)}` },
    prepareSweep: {
      checkoutId: foreign.checkoutId,
      chainId: foreign.chainId,
      tokenAddress: foreign.token.address,
    },
    signWalletChange: { changeId: foreign.changeId, signature: `0x${"1".repeat(130)}` },
    cancelWalletChange: { changeId: foreign.changeId },
    changeRole: { userId: people.get("stranger")?.userId, role: "VIEWER" },
    removeMember: { userId: people.get("stranger")?.userId },
    renewInvitation: { invitationId: foreign.invitationId },
    revokeInvitation: { invitationId: foreign.invitationId },
  };
  const takeIds = actions
    .filter(([, { input }]) => /"(?!chainId|referenceId)[a-zA-Z]+Id":/.test(schemaText(input)))
    .map(([name]) => name);
  expect(takeIds.filter((name) => !Object.hasOwn(inputs, name))).toEqual([]);

  const before = await stateOf(others.projectId);
  const graveInputs: Readonly<Record<string, object>> = { ...inputs, ...inputsWithoutIds };
  for (const [name] of actions.filter(([, { fresh }]) => fresh)) {
    expect(Object.hasOwn(graveInputs, name), name).toBe(true);
    expect(await told(await act("stale", name, graveInputs[name])), name).toMatch(
      /^403 REAUTHENTICATION_REQUIRED/,
    );
  }
  for (const [name, input] of Object.entries(inputs)) {
    const answer = await told(await act("OWNER", name, input));
    expect(answer, name).toMatch(/^404 [A-Z_]*NOT_FOUND: /);
    // As one that never was is answered.
    const never = JSON.parse(
      JSON.stringify(input).replace(
        /(chk|lnk|key|whe|whd|rfd|wch|inv|usr)_[0-9a-z]{26}/g,
        "$1_00000000000000000000000000",
      ),
    );
    expect(await told(await act("OWNER", name, never)), name).toBe(answer);
  }
  expect(await stateOf(others.projectId)).toEqual(before);
});

/** Of the grave actions that take no id: nothing is wrong with them but the proof. */
const inputsWithoutIds: Partial<Record<keyof typeof projectActions, object>> = {
  deleteProject: { name: "x" },
  createApiKey: { expiresInDays: null },
  createServerKey: { expiresInDays: null },
  allowOrigin: { origin: "https://evil.example" },
  forbidOrigin: { origin: "https://evil.example" },
  leaveProject: {},
  invite: { email: "eve@people.example", role: "OWNER" },
  changeSettings: { toleranceBps: 1_000 },
  changeGuardedSettings: { refundMode: "CONVENIENT" },
  requestWalletChange: { settlementWallet: `0x${"a".repeat(40)}` },
  createEndpoint: { url: "https://evil.example/hook", kinds: ["checkout.paid"] },
};

const projectPages = pagesBelow("projects/[projectId]");
/** Addresses of earlier releases, which lead to other pages. */
const movedPages = [
  "audit",
  "developers/keys/origins",
  "developers/keys/server",
  "late",
  "settings/payments",
  "settings/security",
  "strays",
].map((page) => `projects/[projectId]/${page}`);

let filled: ReturnType<typeof fillProject> | undefined;
/** One of everything in the own project, which takes it once. */
const fillMine = () => (filled ??= fillProject(mine));

test("every page of a project is for its members, as far as their role goes", async () => {
  expect(projectPages).toEqual(Object.keys(pagePermissions).toSorted());
  const own = await fillMine();
  for (const [at, page] of projectPages.entries()) {
    const address = addressOf(page, mine.projectId, own);
    for (const who of outsidersAt(at)) {
      const answer = await open(who, address);
      expect(answer.location, `${page} by ${who}`).toMatch(
        /\/dashboard\/sign-in\?next=%2Fdashboard%2Fprojects%2F/,
      );
    }
    for (const address of [
      addressOf(page, others.projectId, foreign),
      addressOf(page, unknownProject, foreign),
    ]) {
      const answer = await open("OWNER", address);
      expect(answer.status, address).toBe(404);
      expect(answer.text, address).not.toContain("Quarry of others");
    }
    expect((await open("OWNER", address)).status, address).toBe(movedPages.includes(page) ? 308 : 200);
    if (movedPages.includes(page)) continue;
    const permission = pagePermissions[page] ?? "project.read";
    for (const role of rolesAround(permission))
      expect((await open(role, address)).status, `${page} by ${role}`).toBe(
        mayDo(role, permission) ? 200 : 404,
      );
  }
});

test("a refund's address without its project leads its members alone to it", async () => {
  const own = await fillMine();
  const of = (refundId: string) => `/dashboard/refunds/${refundId}`;
  const { location } = await open("VIEWER", of(own.refundId));
  expect(location).toMatch(new RegExp(`/dashboard/projects/${mine.projectId}/refunds/${own.refundId}$`));
  expect((await open("nobody", of(own.refundId))).location).toContain("/dashboard/sign-in?next=");
  for (const refundId of [foreign.refundId, "rfd_00000000000000000000000000", "none"])
    expect(await open("OWNER", of(refundId))).toMatchObject({ status: 404, location: "" });
});

test("a page in one's own project contains nothing of another's", async () => {
  const secrets = [
    foreign.checkoutId,
    foreign.linkId,
    foreign.endpointId,
    foreign.deliveryId,
    foreign.refundId,
  ].map((id) => id.slice(4));
  for (const page of projectPages.filter((each) => each.slice("projects/[projectId]".length).includes("["))) {
    const answer = await open("OWNER", addressOf(page, mine.projectId, foreign));
    expect(answer.found, page).toBe(false);
    // The address itself comes back in the page's own state; nothing else of it may.
    const text = answer.text.replaceAll(addressOf(page, mine.projectId, foreign), "");
    for (const secret of secrets.filter((each) => !addressOf(page, "", foreign).includes(each)))
      expect(text, page).not.toContain(secret);
    expect(text).not.toContain("A link of others");
    expect(text).not.toContain("others.example");
  }
});

test("only members can download files", async () => {
  for (const file of [
    "checkouts.csv",
    "refunds.csv",
    "settlements.csv",
    "movements.csv",
    "movements.journal",
  ]) {
    const address = `/api/dashboard/projects/${mine.projectId}/${file}`;
    expect((await contextOf("VIEWER").get(address)).status(), file).toBe(200);
    expect((await contextOf("stranger").get(address)).status(), file).toBe(404);
    for (const who of ["nobody", "expired", "revoked", "disabled"])
      expect((await contextOf(who).get(address)).status(), `${file} by ${who}`).toBe(401);
  }
});

/** What each page asks for, by its folder; see `lib/accounts/roles.rules.ts`. */
const pagePermissions: Readonly<Record<string, Permission>> = {
  "projects/[projectId]": "project.read",
  "projects/[projectId]/audit": "project.read",
  "projects/[projectId]/checkouts": "project.read",
  "projects/[projectId]/checkouts/[checkoutId]": "project.read",
  "projects/[projectId]/checkouts/new": "checkouts.create",
  "projects/[projectId]/developers": "project.read",
  "projects/[projectId]/developers/keys": "keys.manage",
  "projects/[projectId]/developers/keys/origins": "project.read",
  "projects/[projectId]/developers/keys/server": "project.read",
  "projects/[projectId]/developers/requests": "requestLog.read",
  "projects/[projectId]/developers/test-tools": "testTools.use",
  "projects/[projectId]/developers/webhooks": "webhooks.manage",
  "projects/[projectId]/developers/webhooks/[endpointId]": "webhooks.manage",
  "projects/[projectId]/developers/webhooks/deliveries/[deliveryId]": "webhooks.manage",
  "projects/[projectId]/developers/webhooks/new": "webhooks.manage",
  "projects/[projectId]/inbox": "project.read",
  "projects/[projectId]/late": "project.read",
  "projects/[projectId]/links": "project.read",
  "projects/[projectId]/links/[linkId]": "project.read",
  "projects/[projectId]/refunds": "project.read",
  "projects/[projectId]/refunds/[refundId]": "project.read",
  "projects/[projectId]/refunds/new": "refunds.request",
  "projects/[projectId]/settings": "project.read",
  "projects/[projectId]/settings/advanced": "project.read",
  "projects/[projectId]/settings/coins": "project.read",
  "projects/[projectId]/settings/payments": "project.read",
  "projects/[projectId]/settings/security": "project.read",
  "projects/[projectId]/settings/team": "team.read",
  "projects/[projectId]/settings/team/audit": "audit.read",
  "projects/[projectId]/settings/wallet": "project.read",
  "projects/[projectId]/settlements": "project.read",
  "projects/[projectId]/settlements/[settlementId]": "project.read",
  "projects/[projectId]/strays": "project.read",
};

function schemaText(schema: z.ZodType): string {
  return JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
}

/** Folders below the dashboard that hold a page. */
function pagesBelow(folder: string): string[] {
  const root = fileURLToPath(new URL("../../app/(dashboard)/dashboard", import.meta.url));
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => path.basename(file) === "page.tsx")
    .map((file) => path.posix.join(folder, path.dirname(file)))
    .sort();
}

function addressOf(page: string, projectId: string, ids: typeof foreign): string {
  const names: Record<string, string> = { ...ids, projectId, chainId: String(ids.chainId) } as never;
  // Of what is paid back, the address names the checkout behind a question mark.
  const query = page.endsWith("/refunds/new") ? `?checkout=${ids.checkoutId}` : "";
  return `/dashboard/${page.replace(/\[(\w+)\]/g, (_, name: string) => names[name] ?? `no-${name}`)}${query}`;
}

/** A page as a browser asks for it, without following where it leads. */
async function open(who: string, address: string) {
  judged += 1;
  const answer = await contextOf(who).get(address, { headers: { accept: "text/html" }, maxRedirects: 0 });
  const text = await answer.text();
  const location = answer.headers().location ?? "";
  return { status: answer.status(), location, text, found: answer.status() === 200 };
}

/** Everything of a project that an action could have changed. */
function stateOf(projectId: string): Promise<unknown> {
  return withDatabase(async ({ prisma }) => {
    const where = { projectId };
    return JSON.parse(
      JSON.stringify(
        await Promise.all([
          prisma.project.findUnique({ where: { id: projectId } }),
          prisma.checkout.findMany({ where }),
          prisma.paymentLink.findMany({ where }),
          prisma.apiKey.findMany({
            where,
            select: { id: true, revokedAt: true, expiresAt: true, replacedById: true },
          }),
          prisma.webhookEndpoint.findMany({ where }),
          prisma.webhookDelivery.findMany({ where: { endpoint: where } }),
          prisma.refund.findMany({ where }),
          prisma.walletChange.findMany({ where }),
          prisma.invitation.findMany({ where }),
          prisma.membership.findMany({ where }),
          prisma.auditLog.findMany({ where }),
        ]),
        (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
      ),
    );
  });
}
