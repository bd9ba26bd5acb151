import { beforeEach, expect, test } from "vitest";
import type { AccountParts } from "@/lib/accounts/accounts.parts";
import { later, newId, noon } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { passwordProof, peopleOf } from "@/lib/testing/world/people";
import { findSession, keepLanguage, listSessions, openSession } from "./sessions";

const dayMs = 24 * 3_600_000;

const world = await fileWorld();
const people = peopleOf(world);
beforeEach(() => {
  world.now = noon;
});

async function opened(userId?: string) {
  const owner = userId ?? (await people.createUser()).userId;
  const { sessionId } = await openSession(
    people.deps,
    { userId: owner, method: "password", proof: passwordProof },
    { ...people.client(), userAgent: "Mozilla ".repeat(99) },
    null,
  );
  return { userId: owner, sessionId };
}
const find = (sessionId: string) => findSession(people.deps, sessionId);
const lastSeen = async (id: string) =>
  (await world.stores.database.prisma.session.findUniqueOrThrow({ where: { id } })).lastSeenAt;

test("an open session identifies its user; a made-up token identifies nobody", async () => {
  const { userId, sessionId } = await opened();
  expect(await find(sessionId)).toEqual({
    sessionId,
    userId,
    email: (await people.deps.people.find(userId))?.email,
    name: null,
    hasPassword: true,
    walletAddress: null,
    hasSecondFactor: false,
    hasPasskey: false,
    language: null,
    authenticatedAt: noon,
  });
  expect(await find(newId("ses"))).toBeNull();
  const [listed] = await people.deps.sessions.list(userId, noon, later(-dayMs));
  expect(listed?.userAgent).toHaveLength(300);
});

test("keeps the language that its person's dashboard shows, and writes nothing while it stays", async () => {
  const { userId, sessionId } = await opened();
  const stranger = await opened();
  await keepLanguage(people.deps, { userId, language: null }, "ko");
  expect(await find(sessionId)).toMatchObject({ language: "ko" });
  expect(await find(stranger.sessionId)).toMatchObject({ language: null });
  const writes: unknown[] = [];
  const counting = partsOf<AccountParts>({
    sessions: { saveLanguage: async (...values: unknown[]) => void writes.push(values) },
  });
  await keepLanguage(counting, { userId, language: "ko" }, "ko");
  expect(writes).toEqual([]);
  await keepLanguage(people.deps, { userId, language: "ko" }, "en");
  expect(await find(sessionId)).toMatchObject({ language: "en" });
});

test("a revoked session is over at once, the person's others go on", async () => {
  const one = await opened();
  const two = await opened(one.userId);
  const stranger = await opened();
  expect(await people.deps.sessions.revoke(stranger.userId, one.sessionId, noon)).toBe(false);
  expect(await find(one.sessionId)).not.toBeNull();
  expect(await people.deps.sessions.revoke(one.userId, one.sessionId, noon)).toBe(true);
  expect(await find(one.sessionId)).toBeNull();
  expect(await find(two.sessionId)).not.toBeNull();
  expect(await people.deps.sessions.revoke(one.userId, one.sessionId, noon)).toBe(false);

  const three = await opened(one.userId);
  expect(await people.deps.sessions.revokeAll(one.userId, three.sessionId, noon)).toBe(1);
  expect(await find(two.sessionId)).toBeNull();
  expect(await find(three.sessionId)).not.toBeNull();
  expect(await find(stranger.sessionId)).not.toBeNull();
  await people.deps.sessions.end(three.sessionId, noon);
  expect(await find(three.sessionId)).toBeNull();
});

test("ends after seven days without a request, and after thirty days in any case", async () => {
  const idle = await opened();
  world.now = later(7 * dayMs - 1);
  expect(await find(idle.sessionId)).not.toBeNull();
  world.now = later(14 * dayMs - 1);
  expect(await find(idle.sessionId)).toBeNull();
  expect(await listSessions(people.deps, idle)).toEqual([]);

  world.now = noon;
  const busy = await opened();
  for (let day = 5; day < 30; day += 5) {
    world.now = later(day * dayMs);
    expect(await find(busy.sessionId)).not.toBeNull();
  }
  world.now = later(30 * dayMs);
  expect(await find(busy.sessionId)).toBeNull();
});

test("that it was seen is written once a minute, and proves nothing anew", async () => {
  const { sessionId } = await opened();
  world.now = later(59_999);
  await find(sessionId);
  expect(await lastSeen(sessionId)).toEqual(noon);
  world.now = later(60_000);
  await find(sessionId);
  expect(await lastSeen(sessionId)).toEqual(later(60_000));
  // A slower request does not turn the clock back.
  await people.deps.sessions.touch(sessionId, later(30_000));
  expect(await lastSeen(sessionId)).toEqual(later(60_000));
  expect((await find(sessionId))?.authenticatedAt).toEqual(noon);
});

test("is invalid when its user is disabled", async () => {
  const { userId, sessionId } = await opened();
  await world.stores.database.prisma.user.update({ where: { id: userId }, data: { disabledAt: noon } });
  expect(await find(sessionId)).toBeNull();
  await expect(opened(userId)).rejects.toMatchObject({ code: "UNAUTHORIZED" });
});

test("records when its user confirmed their identity again", async () => {
  const { sessionId } = await opened();
  await people.deps.sessions.reauthenticated(sessionId, later(5_000));
  expect(await find(sessionId)).toMatchObject({ authenticatedAt: later(5_000) });
});
