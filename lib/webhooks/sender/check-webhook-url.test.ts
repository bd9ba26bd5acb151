import { expect, test } from "vitest";
import { createWebhookUrlCheck } from "./outgoing-address";

const policy = { allowPrivateLoopback: false, ownOrigins: ["https://pay.example.com"] };
const resolvesTo = (...addresses: string[]) => createWebhookUrlCheck(policy, async () => addresses);

test("takes an address that the service would send to", async () => {
  expect(await resolvesTo("93.184.216.34")("https://shop.example.com/hook")).toBeNull();
});

test.each([
  ["http://shop.example.com/hook", "https"],
  ["https://127.0.0.1/", "loopback"],
  ["https://pay.example.com/hook", "own address"],
  ["not a URL", "spaces"],
])("says why not: %s", async (url, why) => {
  expect(await resolvesTo("93.184.216.34")(url)).toContain(why);
});

test("asks what the name resolves to now", async () => {
  expect(await resolvesTo("93.184.216.34", "10.0.0.1")("https://shop.example.com/")).toContain("not public");
  expect(await resolvesTo()("https://shop.example.com/")).toContain("no address");
  const silent = createWebhookUrlCheck(policy, () => Promise.reject(new Error("ENOTFOUND")));
  expect(await silent("https://shop.example.com/")).toContain("cannot be found");
});
