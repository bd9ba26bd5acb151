import { afterEach, beforeEach, expect, it } from "vitest";
import { later } from "@/lib/testing/builders";
import { type EndpointDesk, openEndpointDesk } from "@/lib/testing/endpoint-desk";
import { rotateSecret } from "./manage-endpoints";
import { getEndpoint } from "./read-endpoints";

const dayMs = 86_400_000;

let desk: EndpointDesk;

let endpointId: string;

beforeEach(async () => {
  desk = await openEndpointDesk();
  endpointId = (await desk.create()).id;
});

afterEach(() => desk?.close());

const rotate = (overlap = true) => rotateSecret(desk.deps, desk.owner, endpointId, { overlap });

/** With which secrets the next delivery is signed. */
async function signedWith(): Promise<readonly string[]> {
  await desk.tell();
  const [delivery] = await desk.claim();
  if (delivery === undefined) throw new Error("it is due");
  await desk.record(delivery, { kind: "delivered" });
  return delivery.secrets;
}

it("signs with both for a day, the newest first, and then with the new one alone", async () => {
  const [old = ""] = await signedWith();
  const { secret, overlapUntil } = await rotate();
  expect(secret).not.toBe(old);
  expect(overlapUntil).toEqual(later(dayMs, desk.now));
  expect(await signedWith()).toEqual([secret, old]);
  expect((await getEndpoint(desk.deps, desk.owner.projectId, endpointId)).secrets).toEqual([
    { createdAt: desk.now, expiresAt: null },
    { createdAt: desk.now, expiresAt: overlapUntil },
  ]);
  desk.now = later(dayMs - 1, desk.now);
  expect(await signedWith()).toEqual([secret, old]);
  desk.now = later(1, desk.now);
  expect(await signedWith()).toEqual([secret]);
});

it("ends the oldest at once when it is rotated within that day", async () => {
  const first = await rotate();
  desk.now = later(1_000, desk.now);
  const second = await rotate();
  expect(await signedWith()).toEqual([second.secret, first.secret]);
  expect(second.overlapUntil).toEqual(later(dayMs, desk.now));
});

it("ends all others at once when it must", async () => {
  await rotate();
  const { secret, overlapUntil } = await rotate(false);
  expect(overlapUntil).toBeNull();
  expect(await signedWith()).toEqual([secret]);
});

it.each([true, false])(
  "leaves two in force, however often at once it is rotated (overlap: %s)",
  async (overlap) => {
    const told = await Promise.all(Array.from({ length: 16 }, () => rotate(overlap)));
    const inForce = await signedWith();
    expect(inForce).toHaveLength(overlap ? 2 : 1);
    const secrets = told.map(({ secret }) => secret);
    expect(new Set(secrets).size).toBe(16);
    for (const secret of inForce) expect(secrets).toContain(secret);
    expect(await desk.audited(endpointId)).toHaveLength(17);
  },
);
