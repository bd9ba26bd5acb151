import { expect, test } from "@playwright/test";
import { demoRates } from "@/lib/demo/identity";
import { projectAllRates, ratesOfCurrency } from "@/lib/rates/exchange-rates.schema";
import { call, createCheckout, getCheckout } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import {
  baseForms,
  expectData,
  expectDetails,
  expectFailure,
  expectPage,
  expectResource,
  expectView,
  postPublic,
  unknownId,
  withoutRequestId,
} from "../support/contract";
import { type MadeProject, openProjects, type Projects } from "../support/projects";
import { exchange } from "../support/raw";
import { manifest } from "../support/stack";

const demo = manifest();
const usdc = { chainId: chainOf(demo).chainId, tokenAddress: tokenOf(chainOf(demo)) };
let projects: Projects;
let project: MadeProject;

test.beforeAll(async () => {
  projects = openProjects(demo);
  project = await projects.make();
});
test.afterAll(() => projects.close());

type Asked = { of?: { projectId: string; apiKey: string }; key?: string; json?: unknown; base?: string };

/** A read without `json`, a create with it. */
function ask({ of = project, key = of.apiKey, json, base = demo.baseUrl }: Asked = {}) {
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

test.describe("a create", () => {
  test("answers as the Server API's does, and says that an API key made it", async () => {
    const fiat = { fiatAmount: "4.50", fiatCurrency: "USD", itemName: "Coffee", referenceId: "A-1" };
    for (const base of baseForms(demo)) {
      const resource = expectResource(await ask({ json: { ...fiat, ...usdc }, base }), 201);
      expect(resource).toMatchObject({
        ...fiat,
        chainId: usdc.chainId,
        status: "PENDING",
        createdVia: "api_key",
        amount: "4500000",
        exchangeRateUsed: "1",
      });
      expect(resource.depositAddress).not.toBeNull();
      // The project's backend finds it, and sees where it came from.
      const found = await call(`${demo.baseUrl}/v1/checkouts/${resource.id}`, {
        headers: { "x-api-key": project.serverKey },
      });
      expect(expectDetails(found)).toMatchObject(resource);
    }
  });

  test("by a server key is refused with that reason", async () => {
    expect((await createCheckout(demo, { amount: "1000000" })).createdVia).toBe("server_key");
  });

  test("in another project than the key's is FORBIDDEN, as in an unknown one", async () => {
    const unknown = { projectId: "prj_00000000000000000000000000", apiKey: project.apiKey };
    const other = { ...demo.secondProject, apiKey: project.apiKey };
    const answers = [];
    for (const of of [unknown, other, { ...unknown, projectId: "nonsense" }]) {
      for (const json of [undefined, { amount: "1000000" }]) {
        const answer = await ask({ of, json });
        expectFailure(answer, "FORBIDDEN");
        answers.push(withoutRequestId(answer));
      }
    }
    expect(new Set(answers).size).toBe(1);
  });

  test("with a server key is FORBIDDEN, even the project's own", async () => {
    for (const json of [undefined, { amount: "1000000" }])
      expectFailure(await ask({ key: project.serverKey, json }), "FORBIDDEN");
  });

  test("of a project that keeps it on its server is FORBIDDEN, while reads are allowed", async () => {
    const off = await projects.make({ apiKeyCreatesCheckouts: false });
    const { message } = expectFailure(await ask({ of: off, json: { amount: "1000000" } }), "FORBIDDEN");
    expect(message).toContain("server key");
    expect(expectPage(await ask({ of: off })).items).toEqual([]);
    expectResource(await askServer(off, { amount: "1000000" }), 201);
  });

  test("names no other wallet than the settlement wallet", async () => {
    const settlementWallet = `0x${"5e".repeat(20)}` as const;
    const own = await projects.make({ settlementWallet });
    const stranger = `0x${"bb".repeat(20)}` as const;
    await projects.admin.allowWallets(own.projectId, [stranger], new Date());
    const json = { amount: "1000000", merchantAddress: stranger };
    expectFailure(await ask({ of: own, json }), "MERCHANT_ADDRESS_NOT_ALLOWED", "merchantAddress");
    const named = await ask({ of: own, json: { ...json, merchantAddress: settlementWallet } });
    expect(expectResource(named, 201).merchantAddress.toLowerCase()).toBe(settlementWallet);
  });
});

test.describe("a project's own rules", () => {
  test("a wallet that is not on its list is refused to its server too", async () => {
    const listed = `0x${"aa".repeat(20)}` as const;
    const own = await projects.make();
    const json = { amount: "1000000", merchantAddress: `0x${"bb".repeat(20)}` };
    expectResource(await askServer(own, json), 201);
    await projects.admin.allowWallets(own.projectId, [listed], new Date());
    expectFailure(await askServer(own, json), "MERCHANT_ADDRESS_NOT_ALLOWED", "merchantAddress");
    expectResource(await askServer(own, { ...json, merchantAddress: listed }), 201);
  });

  test("a price below its minimum is refused at the create, at the choice, and offered with no amount", async () => {
    const strict = await projects.make({ minimumUnits: 5_000_000n });
    const fiat = { fiatAmount: "4.99", fiatCurrency: "USD" };
    for (const create of [
      (json: unknown) => ask({ of: strict, json }),
      (json: unknown) => askServer(strict, json),
    ]) {
      const { message } = expectFailure(await create({ amount: "4999999" }), "AMOUNT_TOO_SMALL", "amount");
      expect(message).toContain("5000000");
      expectFailure(await create({ ...fiat, ...usdc }), "AMOUNT_TOO_SMALL", "fiatAmount");
      expectResource(await create({ amount: "5000000", ...usdc }), 201);
      expectResource(await create({ ...fiat, fiatAmount: "5.00", ...usdc }), 201);
      const { id } = expectResource(await create(fiat), 201);
      const { options } = expectView(await call(`${demo.baseUrl}/c/${id}`));
      expect(new Set(options.map(({ amount }) => amount))).toEqual(new Set([null]));
      expectFailure(await postPublic(demo, id, "select", usdc), "AMOUNT_TOO_SMALL");
    }
  });

  test("a fiat price requires USDC or USDT; any other token is refused, known or not", async () => {
    const json = { fiatAmount: "5.00", fiatCurrency: "USD", ...usdc, tokenAddress: `0x${"1".repeat(40)}` };
    for (const answer of [await ask({ json }), await askServer(project, json)]) {
      const { message } = expectFailure(answer, "UNSUPPORTED_TOKEN_FOR_FIAT", "tokenAddress");
      expect(message).toContain("USDC, USDT");
    }
  });

  test("a text has as many characters as its reader counts", async () => {
    const itemName = "\u{1F375}".repeat(200);
    const made = expectResource(await ask({ json: { amount: "1000000", itemName } }), 201);
    expect(made.itemName).toBe(itemName);
    const longer = await ask({ json: { amount: "1000000", itemName: `${itemName}.` } });
    expectFailure(longer, "VALIDATION_ERROR", "itemName");
  });
});

test.describe("successUrl and cancelUrl", () => {
  const urls = { successUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/basket" };
  const json = { amount: "1000000", ...urls };

  test("by a key for browsers may use the project's own origins only", async () => {
    const own = await projects.make({ origins: ["https://shop.example"] });
    expect(expectResource(await ask({ of: own, json }), 201)).toMatchObject(urls);
    for (const param of ["successUrl", "cancelUrl"]) {
      for (const url of ["https://evil.example/", "https://shop.example.evil.example/"]) {
        const answer = await ask({ of: own, json: { ...json, [param]: url } });
        expect(expectFailure(answer, "VALIDATION_ERROR", param).message).toContain("allowed origins");
      }
    }
    expectFailure(await ask({ json }), "VALIDATION_ERROR", "successUrl");
  });

  test("by a key for servers, or a server key, may use any origin", async () => {
    const own = await projects.make({ apiKeyUse: "SERVER" });
    expect(expectResource(await ask({ of: own, json }), 201)).toMatchObject(urls);
    expect(expectResource(await askServer(own, json), 201)).toMatchObject(urls);
  });
});

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
      expect(pagination).toEqual({ total: 2, take: 20, skip: 0 });
    }
  });
});

test.describe("exchange rates", () => {
  const rates = (query = "", key = project.apiKey, of = project.projectId) =>
    call(`${demo.baseUrl}/dashboard/projects/${of}/checkouts/exchange-rate${query}`, {
      headers: { "x-api-key": key },
    });

  test("of all currencies have their source", async () => {
    const all = expectData(await rates(), 200, projectAllRates);
    expect(all.rates).toEqual(demoRates);
    expect(["live", "cache"]).toContain(all.source);
  });

  test("of one currency have the short form", async () => {
    const one = expectData(await rates("?fiatCurrency=KRW"), 200, ratesOfCurrency);
    expect(one).toMatchObject({ fiatCurrency: "KRW", rates: { USDC: "1400", USDT: "1400" } });
    expectFailure(await rates("?fiatCurrency=XYZ"), "UNSUPPORTED_FIAT_CURRENCY");
  });

  test("need an API key of the project in the path", async () => {
    expectFailure(await rates("", project.serverKey), "FORBIDDEN");
    expectFailure(await rates("", demo.apiKey), "FORBIDDEN");
    expectFailure(await rates("", project.apiKey, demo.projectId), "FORBIDDEN");
  });
});

test.describe("another project's id is answered like an unknown one", () => {
  const targets = ["", "/cancel", "/refunds"];
  for (const path of targets) {
    for (const method of path === "/cancel" ? ["POST"] : path === "" ? ["GET"] : ["GET", "POST"]) {
      test(`${method} /v1/checkouts/:id${path}`, async () => {
        const { id } = await createCheckout(demo, { amount: "1000000" });
        const ask = (checkoutId: string) =>
          call(`${demo.baseUrl}/v1/checkouts/${checkoutId}${path}`, {
            method,
            headers: { "x-api-key": project.serverKey },
            ...(method === "POST" && path === "/refunds" ? { json: { amount: "1" } } : {}),
          });
        const foreign = await ask(id);
        expectFailure(foreign, "CHECKOUT_NOT_FOUND");
        const unknown = await ask(unknownId);
        expect(withoutRequestId(foreign)).toBe(withoutRequestId(unknown));
        const sizes = [foreign, unknown].map(({ headers }) => headers.get("content-length"));
        expect(sizes[0]).toBe(sizes[1]);
        expect((await getCheckout(demo, id)).status).toBe("PENDING");
      });
    }
  }
});

test.describe("the address of the list, which is a page too", () => {
  const target = (projectId: string) => `/dashboard/projects/${projectId}/checkouts`;
  const html = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

  test("is JSON with a key, with any Accept", async () => {
    for (const accept of [html, "text/html", "application/json", "*/*"]) {
      const answer = await call(`${demo.baseUrl}${target(project.projectId)}`, {
        headers: { accept, "x-api-key": project.apiKey },
      });
      expectPage(answer);
    }
  });

  test("is JSON without a key, unless a page is requested", async () => {
    for (const accept of ["application/json", "*/*", ""])
      expectFailure(
        await call(`${demo.baseUrl}${target(project.projectId)}`, { headers: { accept } }),
        "UNAUTHORIZED",
      );
  });

  test("is a page for a browser, uncached", async () => {
    const answer = await exchange(demo.baseUrl, {
      target: target(project.projectId),
      headers: { accept: html },
    });
    expect(answer.headers.get("content-type")).toContain("text/html");
    expect(answer.headers.get("cache-control")).toContain("no-store");
    expect(answer.text).not.toContain(project.apiKey);
  });

  test("creates only as JSON, though the sender would accept a page", async () => {
    const answer = await call(`${demo.baseUrl}${target(project.projectId)}`, {
      method: "POST",
      json: { amount: "1000000" },
      headers: { accept: html, "x-api-key": project.apiKey },
    });
    expectResource(answer, 201);
  });
});
