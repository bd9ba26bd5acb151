import { beforeEach, expect, test } from "vitest";
import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import { makeProjectDepositsDue } from "@/lib/checkouts/balances/deposit-holdings.store";
import { createSecretBox } from "@/lib/platform/secret-box";
import { createKey, revokeKey, rotateKey } from "@/lib/projects/keys/manage-keys";
import { createProjectKeys } from "@/lib/projects/keys/project-keys.store";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { ProjectParts, TeamParts } from "@/lib/projects/projects.parts";
import { changeOrigins, changeSettings, type SettingsPatch } from "@/lib/projects/settings/change-settings";
import { createAllowedOrigins } from "@/lib/projects/settings/origins.store";
import { createSettingsStore } from "@/lib/projects/settings/settings.store";
import { removeMember } from "@/lib/projects/team/manage-members";
import { createTeamStore } from "@/lib/projects/team/team.store";
import { later, newId } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { openMailbox } from "@/lib/testing/world/letters";
import { openTestAccess } from "@/lib/testing/world/people";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  updateEndpoint,
} from "@/lib/webhooks/endpoints/manage-endpoints";
import type { WebhookParts } from "@/lib/webhooks/endpoints/read-endpoints";
import { createWebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { sendTestEvent } from "@/lib/webhooks/replay-deliveries";
import type { AuditAction } from "./audit-actions.rules";
import { pruneNotices } from "./mail.store";

const world = await fileWorld();
const mailbox = await openMailbox(world);
let owner: ProjectAccess;
let admin: ProjectAccess;

beforeEach(async () => {
  await mailbox.clear();
  const projectId = await world.stores.createProject({ name: "Coffee shop" });
  owner = await openTestAccess(world.stores, projectId, "OWNER");
  admin = await openTestAccess(world.stores, projectId, "ADMIN");
  await openTestAccess(world.stores, projectId, "DEVELOPER");
});

const deps = () => {
  const { database } = world.stores;
  return partsOf<ProjectParts & TeamParts & WebhookParts>({
    clock: { now: () => world.now },
    newId,
    chains: mailbox.deps.chains,
    settings: createSettingsStore(database, makeProjectDepositsDue),
    projectKeys: createProjectKeys(database, newId),
    allowedOrigins: createAllowedOrigins(database),
    endpoints: createWebhookEndpointStore(database, createSecretBox(Buffer.alloc(32, 1)), newId),
    checkWebhookUrl: async () => null,
    newWebhookSecret: () => "whsec_test",
    team: createTeamStore(database),
    dashboardUrl: mailbox.deps.dashboardUrl,
    mail: mailbox.deps.mail,
  });
};

/** The letters of the next minute, the owner's own text first. */
async function told(): Promise<{ to: string; subject: string | undefined; text: string }[]> {
  mailbox.receiver.received.length = 0;
  world.now = later(world.now.getTime() - later(0).getTime() + 60_000);
  await mailbox.minute();
  return mailbox.delivered().toSorted((one) => (one.to === owner.signedIn.email ? -1 : 1));
}

const manage = () => owner.as("webhooks.manage");
const endpoint = () =>
  createEndpoint(deps(), manage(), {
    url: "https://hooks.example/in/secret",
    kinds: ["checkout.paid"],
    description: null,
  });
const key = (kind: "api" | "server") => createKey(deps(), owner, { kind, expiresInDays: null });

const change = (patch: SettingsPatch) => () => changeSettings(deps(), owner, patch);
const origins = (act: "allow" | "forbid", origin: string) =>
  changeOrigins(deps(), owner.as("origins.manage"), act, origin);

test("a member whose account is disabled meanwhile gets no letter", async () => {
  await key("server");
  await world.query("UPDATE users SET disabled_at = $2 WHERE id = $1", [admin.userId, world.now]);
  expect((await told()).map(({ to }) => to)).toEqual([owner.signedIn.email]);
});

test.each<[string, () => Promise<unknown>, string[]]>([
  [
    "changed a setting",
    change({ apiKeyCreatesCheckouts: false }),
    ["browser keys may create checkouts: changed from yes to no"],
  ],
  [
    "changed a setting",
    change({ refundMode: "CONVENIENT" }),
    ["who can send refunds: changed from you sign each refund to refunds are sent for you"],
  ],
  [
    "changed a setting",
    change({ apiKeyUse: "SERVER" }),
    ["where the browser key is used: changed from in browsers to on your server"],
  ],
  ["created a key", () => key("api"), ["kind: api", "last four: "]],
  ["created a key", () => key("server"), ["kind: server"]],
  ["allowed an origin", () => origins("allow", "https://evil.example"), ["origin: https[:]//evil[.]example"]],
])("owners and admins get a letter: %s", async (phrase, act, details) => {
  await act();
  const letters = await told();
  expect(letters.map(({ to }) => to).toSorted()).toEqual(
    [owner.signedIn.email, admin.signedIn.email].toSorted(),
  );
  for (const { subject, text } of letters) {
    expect(subject).toMatch(new RegExp(`^Coffee shop: .*example\\[\\.\\]com ${phrase}$`));
    for (const detail of details) expect(text).toContain(detail);
    expect(text).toContain(
      `https://dashboard.service.example/dashboard/projects/${owner.projectId}/settings/team/audit`,
    );
    expect(text).not.toContain("secret");
  }
  expect(await told()).toEqual([]);
});

test("combines a minute's actions into one letter, in order", async () => {
  const { endpoint: made } = await endpoint();
  await updateEndpoint(deps(), manage(), made.id, { kinds: ["checkout.created"] });
  await rotateSecret(deps(), manage(), made.id, { overlap: false });
  await disableEndpoint(deps(), manage(), made.id);
  await enableEndpoint(deps(), manage(), made.id);
  await deleteEndpoint(deps(), manage(), made.id);
  for (const kind of ["api", "server"] as const) {
    const first = await key(kind);
    const second = await rotateKey(deps(), owner, { kind, keyId: first.keyId, overlap: true });
    await revokeKey(deps(), owner, { kind, keyId: second.keyId });
  }
  await origins("allow", "https://shop.example");
  await origins("forbid", "https://shop.example");
  const [letter, ...others] = await told();
  expect(others).toHaveLength(1);
  expect(letter?.subject).toBe("Coffee shop: 9 changes");
  const ofKey = ["created a key", "rotated a key", "revoked a key"];
  expect(letter?.text.match(/(?<=com )[a-z ]+(?= at 2026)/g)).toEqual([
    "rotated a webhook signing secret",
    ...ofKey,
    ...ofKey,
    "allowed an origin",
    "removed an allowed origin",
  ]);
});

test("tells the week's other changes on Monday in one letter, without ids, however few", async () => {
  const alone = await openTestAccess(world.stores, await world.stores.createProject({ name: "Tea shop" }));
  await changeSettings(deps(), alone, { toleranceBps: 50 });
  await change({ toleranceBps: 50 })();
  const { endpoint: made } = await endpoint();
  await change({ refundMode: "CONVENIENT" })();
  expect((await told()).map(({ subject }) => subject)).toEqual(
    Array(2).fill(expect.stringMatching(/changed a setting$/)),
  );
  const { keyId, key: secret } = await key("server");
  const byKey = (action: AuditAction, at: string, details: AuditEntry["details"] = null) => {
    const { projectId } = owner;
    const entry = { projectId, userId: null, keyId, action, target: made.id, details, at: new Date(at) };
    return writeAudit(world.stores.database.pool, entry);
  };
  await byKey("payment_link.disabled", "2025-12-28T23:59:59.999Z");
  await byKey("payment_link.created", "2025-12-29T00:00:00Z");
  await byKey("project.logo_changed", "2026-01-04T23:59:59.999Z", { digest: "f".repeat(64) });
  await byKey("payment_link.changed", "2026-01-05T00:00:00Z");
  await mailbox.paid(owner.projectId, world.now);
  world.now = new Date("2026-01-05T07:00:00Z");
  mailbox.receiver.received.length = 0;
  await mailbox.digests();
  await mailbox.digests();
  const readers = [owner.signedIn.email, admin.signedIn.email].toSorted();
  const letters = mailbox
    .delivered()
    .filter(({ text }) => text.includes(`${owner.projectId}/settings/team/audit`));
  expect(mailbox.delivered().map(({ to }) => to)).toContain(alone.signedIn.email);
  expect(letters.map(({ to }) => to).toSorted()).toEqual(readers);
  for (const { subject, text } of letters) {
    expect(subject).toBe("Coffee shop: changes of 2025-12-29 to 2026-01-04");
    expect(text).toMatch(
      / changed a setting at 2026-01-01 .*\n {2}tolerance \(in 0.01%\): changed from 0 to 50\n/,
    );
    expect(text).toMatch(/ added a webhook endpoint at 2026-01-01 .*\n {2}url: hooks\[\.\]example\n/);
    expect(text.match(/A server with .*(?= at 2)/g)).toEqual(
      ["created a payment link", "changed the logo"].map(
        (act) => `A server with the key ending in ${secret.slice(-4)} ${act}`,
      ),
    );
    expect(text).not.toContain("who can send refunds");
    expect(text).not.toContain(made.id);
    expect(text).not.toContain("ffff");
    // Nobody chose the week's payments.
    expect(text).not.toContain("Paid:");
  }
});

test("shows times in the project's zone", async () => {
  await change({ timeZone: "Asia/Seoul" })();
  const other = await openTestAccess(world.stores, owner.projectId, "OWNER");
  await removeMember(deps(), other, admin.userId);
  const letters = await told();
  expect(letters.map(({ subject }) => subject)).toContain("You were removed from Coffee shop");
  for (const { text } of letters) expect(text).toMatch(/ at 2026-01-01 21:0\d GMT\+9\./);
});

test("sends the letter to an owner who was removed within the same minute", async () => {
  await key("server");
  const thief = await openTestAccess(world.stores, owner.projectId, "OWNER");
  await removeMember(deps(), thief, owner.userId);
  const letters = await told();
  const mine = letters.filter(({ to }) => to === owner.signedIn.email).map(({ subject }) => subject);
  expect(mine).toContainEqual(expect.stringMatching(/created a key$/));
});

test("reports the operator's commands and a server's like a person's actions, without routine work", async () => {
  const { endpoint: made } = await endpoint();
  await told();
  await sendTestEvent(deps(), manage(), made.id);
  expect(await told()).toEqual([]);
  await changeOrigins(deps(), { projectId: owner.projectId, userId: null }, "allow", "https://shop.example");
  expect((await told()).map(({ subject }) => subject)).toEqual(
    Array(2).fill("Coffee shop: The operator allowed an origin"),
  );
  const { keyId, key: secret } = await key("server");
  await told();
  await rotateSecret(deps(), { ...manage(), userId: null, keyId }, made.id, { overlap: false });
  expect((await told()).map(({ subject }) => subject)).toEqual(
    Array(2).fill(
      `Coffee shop: A server with the key ending in ${secret.slice(-4)} rotated a webhook signing secret`,
    ),
  );
});

test("sends nothing for a failed action", async () => {
  await expect(changeSettings(deps(), owner, { acceptedTokens: [] })).rejects.toThrow();
  await changeSettings(deps(), owner, { toleranceBps: 0 });
  expect(await told()).toEqual([]);
});

test("keeps notices without a mail server until pruning deletes them", async () => {
  await key("api");
  const waiting = async () => (await world.stores.database.prisma.ownerNotice.findMany()).length;
  mailbox.deps.mail = null as never;
  await mailbox.minute();
  expect(await waiting()).toBe(2);
  await pruneNotices(world.stores.database)(later(60_000), 10);
  expect(await waiting()).toBe(0);
});
