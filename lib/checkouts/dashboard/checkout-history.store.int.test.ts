import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { createCheckoutHistories } from "./checkout-history.store";

let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});

afterAll(() => stores?.close());

test("a checkout's history is visible to its project only", async () => {
  const [projectId, strangers] = await Promise.all([stores.createProject(), stores.createProject()]);
  const { id } = await stores.createCheckout({ projectId });
  const histories = createCheckoutHistories(stores.database);
  expect(await histories.read(projectId, id)).toMatchObject({ paymentLink: null, refunds: [] });
  expect(await histories.read(strangers, id)).toBeNull();
});
