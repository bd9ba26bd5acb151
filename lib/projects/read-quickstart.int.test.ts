import { afterEach, beforeEach, expect, it } from "vitest";
import { type EndpointDesk, openEndpointDesk } from "@/lib/testing/endpoint-desk";
import { openTestAccess } from "@/lib/testing/project-access";
import { createQuickstartReader } from "./quickstart-reader.store";
import { readQuickstart } from "./read-quickstart";

let desk: EndpointDesk;
beforeEach(async () => {
  desk = await openEndpointDesk();
});
afterEach(() => desk?.close());

it("tells each step of a project's own as it happens", async () => {
  const { stores, owner, stranger } = desk;
  const access = await openTestAccess(stores, owner.projectId, "VIEWER");
  const other = await openTestAccess(stores, stranger.projectId, "VIEWER");
  const read = (of = access) =>
    readQuickstart({ ...desk.deps, quickstart: createQuickstartReader(stores.database) }, of);
  const nothing = {
    hasKey: false,
    checkoutId: null,
    endpointId: null,
    isDelivered: false,
  };
  expect(await read()).toEqual(nothing);

  const { keyId } = await stores.admin.createApiKey({
    projectId: owner.projectId,
    kind: "server",
    at: desk.now,
  });
  expect(await read()).toEqual({ ...nothing, hasKey: true });
  expect(await read(other)).toEqual(nothing);
  await stores.admin.revokeApiKey({ projectId: owner.projectId, keyId, at: desk.now });
  expect(await read()).toEqual(nothing);

  const { id: endpointId } = await desk.create();
  const { checkoutId } = await desk.tell();
  expect(await read()).toMatchObject({ checkoutId, endpointId, isDelivered: false });
  const [failed] = await desk.claim();
  if (failed === undefined) throw new Error("it is due");
  await desk.record(failed, { kind: "exhausted" });
  expect(await read()).toMatchObject({ isDelivered: false });

  await desk.tell();
  const [delivered] = await desk.claim();
  if (delivered === undefined) throw new Error("it is due");
  await desk.record(delivered, { kind: "delivered" });
  expect(await read()).toMatchObject({ isDelivered: true });
  expect(await read(other)).toEqual(nothing);
});
