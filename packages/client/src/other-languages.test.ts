import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createCheckoutClient } from "./checkout-client";

const verbs = Object.keys(
  createCheckoutClient({ baseUrl: "https://pay.example.com", serverKey: "svc_server_" }),
).toSorted();

function methodsIn(file: string, pattern: RegExp): string[] {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const [, client = ""] = text.split(/^(?:final )?class (?:Checkout)?Client\b/m);
  return [
    ...client
      .split(/^(?:class|\/\*\*)/m, 1)
      .join()
      .matchAll(pattern),
  ]
    .map(([, name = ""]) => name)
    .toSorted();
}

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

test("the Python client has the methods of this one", () => {
  const methods = methodsIn("python/stablecoin_checkout.py", /^ {4}def ([a-z]\w*)\(self/gm);
  expect(methods.map(camelCase).toSorted()).toEqual(verbs);
});

test("the PHP client has the methods of this one", () => {
  const methods = methodsIn("php/StablecoinCheckout.php", /^ {4}public function ([a-z]\w*)\(/gm);
  expect(methods).toEqual(verbs);
});
