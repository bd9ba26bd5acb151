import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, test } from "vitest";
import checkout from "@/components/checkout/messages/en.json";
import { dashboardLanguages } from "@/lib/platform/i18n/dashboard-language.rules";
import { languages } from "@/lib/platform/i18n/language.rules";
import { fill } from "@/lib/platform/i18n/message.rules";

type Forms = Readonly<Record<string, string>>;
type Message = string | Forms | { readonly [key: string]: Message };

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Every English catalogue: of customers' pages `messages/en.json`, of the dashboard `messages/en/part.json`. */
const catalogues = ["components", "lib"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      path.join(root, folder, file),
    ),
  )
  .filter((file) => /[\\/]messages[\\/]en(?:[\\/][\w-]+)?\.json$/.test(file))
  .sort();

const read = (file: string): Message => JSON.parse(readFileSync(file, "utf8"));
const placeholders = (text: string) => [...new Set(text.match(/(?<=\{)\w+(?=\})/g))].sort();
const formsOf = (message: string | Forms) => Object.values(typeof message === "string" ? [message] : message);
const isPlural = (english: Message | undefined): english is Forms =>
  typeof english === "object" && Object.keys(english).sort().join() === "one,other";

/** The messages by their places, in the shape of English: a plural is one message. */
function messagesOf(message: Message, english: Message | undefined, place = ""): [string, string | Forms][] {
  if (typeof message === "string" || isPlural(english)) return [[place, message as string | Forms]];
  const groups = typeof english === "object" ? english : {};
  return Object.entries(message).flatMap(([key, inner]) =>
    messagesOf(inner, groups[key], place === "" ? key : `${place}.${key}`),
  );
}

/** The TypeScript declarations of an English catalogue. */
function declarationsOf(english: Message): string {
  const used = new Set<string>();
  const generic = (type: string, texts: string) => {
    used.add(type);
    return `${type}<${placeholders(texts)
      .map((name) => `"${name}"`)
      .join(" | ")}>`;
  };
  const typeOf = (message: Message, indent: string): string => {
    if (isPlural(message)) return generic("Plural", formsOf(message).join());
    if (typeof message === "string")
      return placeholders(message).length === 0 ? "string" : generic("Template", message);
    const keys = Object.entries(message).map(([key, inner]) => {
      const name = /^[A-Za-z_]\w*$/.test(key) ? key : `"${key}"`;
      return `${indent}  readonly ${name}: ${typeOf(inner, `${indent}  `)};\n`;
    });
    return `{\n${keys.join("")}${indent}}`;
  };
  const type = typeOf(english, "");
  const types = [...used].sort().join(", ");
  return `// Generated from the JSON by \`npm run messages\`.
${types && `import type { ${types} } from "@/lib/platform/i18n/message.rules";\n\n`}declare const messages: ${type};

export default messages;
`;
}

/** Letters of a language that English hasn't: a text without them was not translated. */
const scripts: Readonly<Record<string, RegExp>> = {
  ko: /\p{Script=Hangul}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
  zh: /\p{Script=Han}/u,
};

/** Names, codes and examples that every language writes the same. */
const untranslated =
  /^(0x…|API|GitHub|Google|JSON|Stablecoin Checkout|TypeScript|URL|WalletConnect|curl|npm run .*|https:.*|svc_.*|\{amount\} USD|\{count\}ms)$/;

test("there are catalogues of customers' pages and of the dashboard", () => {
  const names = catalogues.map((file) => path.relative(root, file).replaceAll("\\", "/"));
  expect(names).toEqual(
    expect.arrayContaining([
      ...["checkout", "refund", "payment-link"].map((page) => `components/${page}/messages/en.json`),
      "components/dashboard/messages/en/overview.json",
      "components/dashboard/messages/en/refunds.json",
    ]),
  );
  expect(names.length).toBeGreaterThan(15);
});

describe.each(catalogues.map((file) => path.relative(root, file)))("%s", (name) => {
  const file = path.join(root, name);
  const english = read(file);
  const isOfDashboard = path.basename(path.dirname(file)) === "en";
  const codes = isOfDashboard ? Object.keys(dashboardLanguages) : languages.map(({ code }) => code);

  it("has declarations of its present keys and placeholders", async () => {
    await expect(declarationsOf(english)).toMatchFileSnapshot(file.replace(/json$/, "d.json.ts"));
  });

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
        if (typeof message === "string") expect(found, `${place}: ${form}`).toEqual(expected);
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
