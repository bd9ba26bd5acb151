import { expect, test } from "@playwright/test";
import { sdkProject } from "@/lib/checkouts/views/checkout-fields.schema";
import { publicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { call, createCheckout } from "../support/api";
import { expectData, expectFailure, expectView, unknownId, withoutRequestId } from "../support/contract";
import { openProjects, type Projects } from "../support/projects";
import { manifest } from "../support/stack";

const demo = manifest();
const shop = "https://sdk-shop.example";
let projects: Projects;

test.beforeAll(() => {
  projects = openProjects(demo);
});
test.afterAll(() => projects.close());

const read = (path: string, apiKey = demo.apiKey, headers: Record<string, string> = {}) =>
  call(`${demo.baseUrl}${path}`, { headers: { "x-api-key": apiKey, ...headers } });

test.describe("the project", () => {
  test("returns the key's project, with its accepted tokens and their networks", async () => {
    for (const base of ["", "/api"]) {
      const project = expectData(await read(`${base}/sdk/project`), 200, sdkProject);
      expect(project).toMatchObject({
        id: demo.projectId,
        name: "Corner Coffee",
        logoUrl: expect.stringMatching(/\/logos\/[0-9a-f]{64}$/),
      });
      const tokens = demo.chains.flatMap(({ chainId, tokens }) =>
        tokens.map(({ address, symbol, decimals }) => ({
          chainId,
          tokenAddress: address.toLowerCase(),
          symbol,
          decimals,
        })),
      );
      expect(project.acceptedTokens).toHaveLength(tokens.length);
      expect(project.acceptedTokens).toEqual(
        expect.arrayContaining(tokens.map((token) => expect.objectContaining(token))),
      );
      expect(project.networks.map(({ chainId }) => chainId)).toEqual(
        demo.chains.map(({ chainId }) => chainId),
      );
    }
  });

  test("returns another project for another key, without wallets, limits or lists", async () => {
    const { apiKey, projectId } = await projects.make({
      name: "Ω shop",
      minimumUnits: 77_777n,
      origins: [shop],
    });
    const answer = await read("/sdk/project", apiKey);
    expect(expectData(answer, 200, sdkProject)).toMatchObject({ id: projectId, name: "Ω shop" });
    expect(JSON.stringify(answer.body)).not.toMatch(/wallet|minimum|limit|origin|77777/i);
  });

  test("has only accepted tokens", async () => {
    const { projectId } = await projects.admin.createProject({
      name: "No tokens yet",
      settlementWallet: `0x${"ab".repeat(20)}`,
      refundMode: "STRICT",
      settlementPolicy: "MANUAL",
      at: new Date(),
    });
    const { key } = await projects.admin.createApiKey({ projectId, kind: "api", at: new Date() });
    expect(expectData(await read("/sdk/project", key), 200, sdkProject)).toMatchObject({
      acceptedTokens: [],
      networks: [],
    });
  });
});

test.describe("a checkout", () => {
  test("equals its public view", async () => {
    const { id } = await createCheckout(demo, { fiatAmount: "4.50", fiatCurrency: "USD" });
    for (const base of ["", "/api"]) {
      const view = expectData(await read(`${base}/sdk/checkouts/${id}`), 200, publicCheckoutView);
      const shown = expectView(await call(`${demo.baseUrl}/c/${id}`));
      expect({ ...view, serverTime: "" }).toEqual({ ...shown, serverTime: "" });
      expect(view.options.length).toBeGreaterThan(0);
    }
  });

  test("another project's checkout is answered like an unknown one", async () => {
    const { id } = await createCheckout(demo, { amount: "1000000" });
    const foreign = await read(`/sdk/checkouts/${id}`, demo.secondProject.apiKey);
    expectFailure(foreign, "CHECKOUT_NOT_FOUND");
    const unknown = await read(`/sdk/checkouts/${unknownId}`, demo.secondProject.apiKey);
    expect(withoutRequestId(foreign)).toBe(withoutRequestId(unknown));
  });

  test("that is not found says so to an allowed page", async () => {
    const { apiKey } = await projects.make({ origins: [shop] });
    const answer = await read(`/sdk/checkouts/${unknownId}`, apiKey, { origin: shop });
    expectFailure(answer, "CHECKOUT_NOT_FOUND");
    expect(answer.headers.get("access-control-allow-origin")).toBe(shop);
  });
});
