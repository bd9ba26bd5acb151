import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
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

/** Each prints for which of these pairs of headers and secrets a delivery is verified. */
const verifiers = {
  Python: [
    "python3",
    "-c",
    `import json, sys
sys.path.insert(0, "python")
from stablecoin_checkout import WebhookSignatureError, verify_webhook
def accepts(headers, secrets):
    try:
        return verify_webhook("{}", headers, secrets) == {}
    except WebhookSignatureError:
        return False
print(json.dumps([accepts(*each) for each in json.load(sys.stdin)]))`,
  ],
  PHP: [
    "php",
    "-r",
    `require "php/StablecoinCheckout.php";
    echo json_encode(array_map(static function ($each) {
        try {
            return StablecoinCheckout\\verifyWebhook("{}", ...$each) === [];
        } catch (StablecoinCheckout\\SignatureException) {
            return false;
        }
    }, json_decode(stream_get_contents(STDIN), true)));`,
  ],
};

test.for(Object.entries(verifiers))(
  "the %s client refuses what anyone could have signed, with an empty secret",
  ([name, [program = "", ...code]], { skip }) => {
    skip(spawnSync(program, ["--version"]).status !== 0, `${name} is not installed here`);
    const time = Math.floor(Date.now() / 1_000);
    const secret = `whsec_${btoa("0123456789abcdef")}`;
    const svc = (key: string) => ({
      "x-svc-signature": `t=${time},v1=${createHmac("sha256", key).update(`${time}.{}`).digest("hex")}`,
    });
    const standard = (key: string) => ({
      "webhook-id": "evt_1",
      "webhook-timestamp": `${time}`,
      "webhook-signature": `v1,${createHmac("sha256", key).update(`evt_1.${time}.{}`).digest("base64")}`,
    });
    const rows: [headers: object, secrets: string | string[], accepted: boolean][] = [
      [svc(""), "", false],
      [svc(""), ["", secret], false],
      [standard(""), "whsec_", false],
      [standard(""), ["whsec_", secret], false],
      [svc(secret), ["", secret], true],
      [standard("0123456789abcdef"), ["whsec_", secret], true],
    ];
    const { stdout, stderr } = spawnSync(program, code, {
      cwd: fileURLToPath(new URL("../../", import.meta.url)),
      input: JSON.stringify(rows.map(([headers, secrets]) => [headers, secrets])),
      encoding: "utf8",
    });
    expect(JSON.parse(stdout || "null"), stderr).toEqual(rows.map(([, , accepted]) => accepted));
  },
);
