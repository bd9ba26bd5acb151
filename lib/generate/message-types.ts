import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** A text, its plural forms, or a group of them. */
export type Message = string | Readonly<Record<string, string>> | { readonly [key: string]: Message };

/**
 * Every English catalogue, as a path from `root` with slashes: of customers' pages `messages/en.json`, of the dashboard
 * `messages/en/part.json`.
 */
export function englishCatalogues(root: string): string[] {
  return ["components", "lib"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map(
        (file) => `${folder}/${file.replaceAll("\\", "/")}`,
      ),
    )
    .filter((file) => /\/messages\/en(?:\/[\w-]+)?\.json$/.test(file))
    .sort();
}

export const placeholders = (text: string) => [...new Set(text.match(/(?<=\{)\w+(?=\})/g))].sort();

export const formsOf = (message: string | Readonly<Record<string, string>>) =>
  Object.values(typeof message === "string" ? [message] : message);

export const isPlural = (english: Message | undefined): english is Readonly<Record<string, string>> =>
  typeof english === "object" && Object.keys(english).sort().join() === "one,other";

/** The types of English catalogues: each message with the placeholders that must be filled. */
export function messageTypes(root: string): string {
  const modules = englishCatalogues(root).map((file) =>
    moduleOf(file, JSON.parse(readFileSync(path.join(root, file), "utf8"))),
  );
  return `// Made from the English catalogues by \`npm run generate\`.\n\n${modules.join("\n")}`;
}

/** A module for each customers' catalogue, with the translations of the files beside its English one. */
export function translationModules(root: string): [file: string, text: string][] {
  return englishCatalogues(root)
    .filter((file) => file.endsWith("/messages/en.json"))
    .map((english) => {
      const folder = path.posix.dirname(english);
      const codes = readdirSync(path.join(root, folder))
        .flatMap((file) => /^(\w+)\.json$/.exec(file)?.[1] ?? [])
        .filter((code) => code !== "en")
        .sort();
      const imports = codes.map((code) => `import ${code} from "@/${folder}/${code}.json";\n`).join("");
      const module = `lib/generated/translations/${path.posix.dirname(folder)}.ts`;
      return [module, `${imports}\nexport const translations = { ${codes.join(", ")} };\n`];
    });
}

function moduleOf(file: string, english: Message): string {
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
    const keys = Object.entries(message).map(
      ([key, inner]) => `${indent}  readonly ${JSON.stringify(key)}: ${typeOf(inner, `${indent}  `)};\n`,
    );
    return `{\n${keys.join("")}${indent}}`;
  };
  const type = typeOf(english, "  ");
  const types = [...used].sort().join(", ");
  return `declare module "@/${file}" {
${types && `  import type { ${types} } from "@/lib/platform/i18n/message.rules";\n`}  const messages: ${type};
  export default messages;
}
`;
}
