import { expect, test } from "@playwright/test";
import { call } from "../support/api";
import { baseForms, expectPage, expectResource } from "../support/contract";
import { type MadeProject, openProjects, type Projects } from "../support/projects";
import { manifest } from "../support/stack";

const demo = manifest();
let projects: Projects;
test.beforeAll(() => {
  projects = openProjects(demo);
});
test.afterAll(() => projects.close());

type Asked = { of: { projectId: string; apiKey: string }; key?: string; json?: unknown; base?: string };

/** A read without `json`, a create with it. */
function ask({ of, key = of.apiKey, json, base = demo.baseUrl }: Asked) {
  return call<never>(`${base}/dashboard/projects/${of.projectId}/checkouts`, {
    ...(json === undefined ? {} : { method: "POST", json }),
    headers: { "x-api-key": key },
  });
}

/** The same as the project's backend. */
function askServer(of: MadeProject, json: unknown) {
  return call(`${demo.baseUrl}/v1/checkouts`, {
    method: "POST",
    json,
    headers: { "x-api-key": of.serverKey },
  });
}

test.describe("the list by a key for browsers", () => {
  const secret = {
    amount: "1000000",
    metadata: { customer: "Ada" },
    referenceId: "order-1042",
    successUrl: "https://shop.example/thanks?secret=1",
  };
  const list = async (of: MadeProject, query = "") =>
    expectPage(
      await call<never>(`${demo.baseUrl}/dashboard/projects/${of.projectId}/checkouts${query}`, {
        headers: { "x-api-key": of.apiKey },
      }),
    );

  test("contains only checkouts created by API key, without the shop's private fields", async () => {
    const own = await projects.make({ origins: ["https://shop.example"] });
    const made = expectResource(await ask({ of: own, json: secret }), 201);
    expect(made).toMatchObject(secret);
    expectResource(await askServer(own, secret), 201);
    const shown = { ...made, metadata: {}, referenceId: null, successUrl: null };
    for (const query of ["", "?status=PENDING", "?skip=0&take=100"])
      expect(await list(own, query)).toMatchObject({ items: [shown], pagination: { total: 1 } });
    expect((await list(own, "?skip=1")).items).toEqual([]);
  });

  test("shows an order id when the request filters by it, and counts no other key's orders", async () => {
    const own = await projects.make();
    const { successUrl, ...json } = secret;
    const made = expectResource(await ask({ of: own, json }), 201);
    expectResource(await askServer(own, { ...json, referenceId: "order-1043" }), 201);
    const asked = await list(own, "?referenceId=order-1042");
    expect(asked.items).toEqual([{ ...made, metadata: {} }]);
    for (const guess of ["order-1043", "order-104", "order-1042%20", "ORDER-1042"])
      expect(await list(own, `?referenceId=${guess}`)).toMatchObject({ items: [], pagination: { total: 0 } });
  });

  test("omits fields as soon as the key becomes one for browsers", async () => {
    const own = await projects.make({ apiKeyUse: "SERVER" });
    const [first, second] = [
      expectResource(await ask({ of: own, json: secret }), 201),
      expectResource(await askServer(own, secret), 201),
    ];
    expect((await list(own)).items).toEqual([second, first]);
    await projects.setApiKeyUse(own, "BROWSER");
    expect((await list(own)).items).toEqual([
      { ...first, metadata: {}, referenceId: null, successUrl: null },
    ]);
  });
});

test("still lists as for browsers after a published key changes to servers", async () => {
  const own = await projects.make();
  expectResource(await askServer(own, { amount: "2000000", referenceId: "order-1" }), 201);
  await projects.setApiKeyUse(own, "SERVER");
  expect(expectPage(await ask({ of: own })).items).toEqual([]);
  const fresh = { ...own, apiKey: await projects.newApiKey(own) };
  expect(expectPage(await ask({ of: fresh })).items).toMatchObject([{ referenceId: "order-1" }]);
});

test.describe("the list by a key for servers", () => {
  test("contains only the project's checkouts, newest first, by any key", async () => {
    const own = await projects.make({ apiKeyUse: "SERVER" });
    const first = expectResource(await ask({ of: own, json: { amount: "1000000" } }), 201);
    const second = expectResource(await askServer(own, { amount: "2000000" }), 201);
    for (const base of baseForms(demo)) {
      const { items, pagination } = expectPage(await ask({ of: own, base }));
      expect(items).toEqual([second, first]);
      expect(pagination).toEqual({ total: 2, take: 20, skip: 0, next: null });
    }
  });
});
