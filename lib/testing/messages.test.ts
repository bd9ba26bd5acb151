import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import checkout from "@/components/checkout/messages/en.json";
import {
  englishCatalogues,
  formsOf,
  isPlural,
  type Message,
  placeholders,
} from "@/lib/generate/message-types";
import apiFaults from "@/lib/platform/faults/messages/en/api-faults.json";
import faults from "@/lib/platform/faults/messages/en/faults.json";
import { dashboardLanguages, languages } from "@/lib/platform/i18n/language.rules";
import { fill } from "@/lib/platform/i18n/message.rules";

type Forms = Readonly<Record<string, string>>;

const root = fileURLToPath(new URL("../..", import.meta.url));
const catalogues = englishCatalogues(root);

const read = (file: string): Message => JSON.parse(readFileSync(file, "utf8"));

/** The messages by their places, in the shape of English: a plural is one message. */
function messagesOf(message: Message, english: Message | undefined, place = ""): [string, string | Forms][] {
  if (typeof message === "string" || isPlural(english)) return [[place, message as string | Forms]];
  const groups = typeof english === "object" ? english : {};
  return Object.entries(message).flatMap(([key, inner]) =>
    messagesOf(inner, groups[key], place === "" ? key : `${place}.${key}`),
  );
}

/** Letters of a language that English hasn't: a text without them was not translated. */
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  ko: /\p{Script=Hangul}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  zh: /\p{Script=Han}/u,
};

/** Names, codes and examples that every language writes the same. */
const untranslated =
  /^(0x…|API|GitHub|Google|JSON|Stablecoin Checkout|TypeScript|URL|WalletConnect|curl|npm run .*|https:.*|svc_.*|\{amount\} USD|\{count\}ms)$/;

test("there are catalogues of customers' pages and of the dashboard", () => {
  expect(catalogues).toEqual(
    expect.arrayContaining([
      ...["checkout", "refund", "payment-link"].map((page) => `components/${page}/messages/en.json`),
      "components/dashboard/messages/en/overview.json",
      "components/dashboard/messages/en/refunds.json",
    ]),
  );
  expect(catalogues.length).toBeGreaterThan(15);
});

describe.each(catalogues)("%s", (name) => {
  const file = path.join(root, name);
  const english = read(file);
  const isOfDashboard = path.basename(path.dirname(file)) === "en";
  const codes = /(api-faults|incidents)\.json$/.test(name)
    ? ["en"]
    : isOfDashboard
      ? Object.keys(dashboardLanguages)
      : languages.map(({ code }) => code);
  /** A translated fault may leave out what only a developer needs. */
  const mayLeaveOut = name.endsWith("/faults.json");

  it.each(codes)("has the same keys, placeholders and all plural forms in %s", (code) => {
    const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories.sort();
    const inEnglish = messagesOf(english, english);
    const translation = read(file.replace(/([\\/])en(?=[\\/.][^\\/]*$)/, `$1${code}`));
    const translated = new Map(messagesOf(translation, english));
    expect([...translated.keys()].sort()).toEqual(inEnglish.map(([place]) => place).sort());
    for (const [place, message] of inEnglish) {
      const other = translated.get(place) ?? "";
      const expected = placeholders(formsOf(message).join());
      if (typeof message === "object") expect(Object.keys(other).sort(), place).toEqual(categories);
      for (const form of formsOf(other)) {
        const found = placeholders(form);
        // A form for one alone may leave its number out.
        expect(expected, `${place}: ${form}`).toEqual(expect.arrayContaining(found));
        if (typeof message === "string" && !mayLeaveOut) expect(found, `${place}: ${form}`).toEqual(expected);
        expect(form, place).not.toBe("");
        // The network of an incident is put into its sentence with the space beside it.
        if (place !== "attention.where") expect(form.trim(), place).toBe(form);
        const words = form.replace(/\{\w+\}/g, "");
        expect(words, place).not.toMatch(/[{}\p{Bidi_Control}]/u);
        if (/\p{Letter}/u.test(words) && !untranslated.test(form))
          expect(words, place).toMatch(scripts[code] ?? /\p{Script=Latin}/u);
      }
    }
  });
});

test("the compiler rejects a message without its values", () => {
  const { pageTitle } = checkout.page;
  expect(fill(pageTitle, { merchant: "Café" })).toBe("Pay Café");
  // @ts-expect-error: no value for {merchant}
  fill(pageTitle, {});
  // @ts-expect-error: a value without a placeholder
  fill(pageTitle, { merchant: "Café", shop: "Café" });
  // @ts-expect-error: not filled
  expect(pageTitle satisfies string).toBe("Pay {merchant}");
  // @ts-expect-error: no such message
  expect(checkout.page.noSuchMessage).toBeUndefined();
});

test("the service says each fault of its catalogues", () => {
  const files = ["lib", "app"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => readFileSync(path.join(root, folder, file), "utf8")),
  );
  const said = new Set(files.join("\n").match(/(?<=["`])\w+\.\w+(?=["`])/g));
  const keys = [faults, apiFaults].flatMap((rooms) =>
    Object.entries(rooms).flatMap(([room, texts]) => Object.keys(texts).map((name) => `${room}.${name}`)),
  );
  expect(keys.filter((key) => !said.has(key))).toEqual([]);
});

/** Terms of the field, which the API and the documents for developers and operators keep. */
const fieldTerms =
  /\b(sweep|swept|deposit address|stray|gasless|x402|strict|convenient|EIP-55|digest|claim link)/i;

const shown = /^components\/(dashboard|checkout|refund|payment-link)\/|\/faults\.json$/;

/** "Token" in each language of a screen: screens say coin. A new service's setup token is no coin. */
const token = /token|jeton|توكن|토큰|トークン|代币/i;
const setupToken = /setup[ -]token|설정 토큰/i;

test("screens say coin, never token", () => {
  const folders = ["checkout", "refund", "payment-link", "dashboard"].map(
    (surface) => `components/${surface}/messages`,
  );
  const said = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".json"))
      .flatMap((file) => {
        const messages = read(path.join(root, folder, file));
        return messagesOf(messages, messages).flatMap(([, message]) => formsOf(message));
      }),
  );
  const withToken = said.filter((text) => token.test(text.replace(/\{\w+\}/g, "")));
  expect(withToken.filter((text) => !setupToken.test(text))).toEqual([]);
  expect(withToken).not.toEqual([]);
});

test.each(catalogues.filter((name) => shown.test(name)))(
  "%s has no term that a shop and its customers don't need",
  (name) => {
    const english = read(path.join(root, name));
    const said = messagesOf(english, english).flatMap(([, message]) => formsOf(message));
    expect(said.filter((text) => fieldTerms.test(text))).toEqual([]);
  },
);
