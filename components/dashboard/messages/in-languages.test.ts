import { readdirSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { placeLanguage } from "@/lib/platform/i18n/dashboard-language.rules";

afterEach(() => placeLanguage(() => "en"));

const hangul = /\p{Script=Hangul}/u;

/** Names, codes and forms that are the same in every language. */
const sameTexts: ReadonlySet<string> = new Set([
  "",
  "–",
  "API",
  "GitHub",
  "Google",
  "JSON",
  "Stablecoin Checkout",
  "TypeScript",
  "URL",
  "WalletConnect",
  "curl",
  "https://shop.example",
  "https://shop.example/webhooks",
  "npm run admin -- setup-token",
  "svc_server_…",
  "svc_sk_…",
]);
/** Made of figures and given texts alone. */
const wordless = /\.(?:rate|dollars|wasBefore|compared|chartOf|where|orMore|milliseconds)$/;

/** Where a fact is no number or text of any kind. */
const facts: readonly (readonly [RegExp, unknown])[] = [
  [/^overviewWords\..*Note$/, "day"],
  [/\.refundStep$/, "PENDING"],
  [/\.letter$/, { amount: "4.50 USDC", item: "Coffee", shop: "Café", url: "https://pay.example/r/1" }],
  [/\.bulk\.refund\.done$/, "Completed"],
  [/\.signOther$/, `0x${"1".repeat(40)}`],
  [/^walletFieldWords\./, ["Local", "Base"]],
];

/** Every word of a group by its place, in the language of now; functions with each count, for one may be told otherwise. */
function textsOf(path: string, word: unknown): [path: string, text: string][] {
  if (typeof word === "object" && word !== null)
    return Object.entries(word).flatMap(([key, inner]) => textsOf(`${path}.${key}`, inner));
  if (typeof word !== "function") return [[path, String(word)]];
  return [1, 7].map((count) => {
    const fact = facts.find(([form]) => form.test(path))?.[1] ?? count;
    return [path, String(word(fact, fact, fact, fact))];
  });
}

const modules = readdirSync(import.meta.dirname)
  .filter((name) => !/\.test\.|^(?:in-languages|errors|event-help)\.ts$/.test(name))
  .map((name) => name.replace(".ts", ""));

test.each(modules)(
  "%s says everything in English and in Korean, and nothing in the other one",
  async (name) => {
    const exported: Record<string, unknown> = await import(/* @vite-ignore */ `./${name}.ts`);
    const groups = Object.entries(exported).filter(([, value]) => typeof value === "object");
    const read = (language: "en" | "ko") => {
      placeLanguage(() => language);
      return groups.flatMap(([group, words]) => textsOf(group, words));
    };
    const [english, korean] = [read("en"), read("ko")];
    expect(english.length).toBeGreaterThan(20);
    expect(korean.map(([path]) => path)).toEqual(english.map(([path]) => path));
    for (const [index, [path, inKorean]] of korean.entries()) {
      const inEnglish = english[index]?.[1];
      expect(inEnglish, path).not.toMatch(hangul);
      expect(inKorean, path).not.toMatch(/undefined|\[object|NaN/);
      if (sameTexts.has(inKorean)) expect(inKorean, path).toBe(inEnglish);
      else if (!wordless.test(path)) expect(inKorean, path).toMatch(hangul);
    }
  },
);

test("throws with the word's name when it is read outside a page", async () => {
  const { linkWords } = await import("./links");
  placeLanguage(() => {
    throw new Error("no page");
  });
  const { columns } = linkWords;
  expect(() => columns.item).toThrow("no page");
});
