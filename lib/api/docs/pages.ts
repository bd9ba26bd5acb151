import { readFileSync } from "node:fs";
import path from "node:path";
import { contents, pageName } from "./contents";

/** A page of the documentation as it lies in docs/; `text` is Markdown without its title. */
export type DocsPage = { name: string; file: string; title: string; text: string };

export type DocsSection = { title: string; pages: readonly DocsPage[] };

let read: readonly DocsSection[] | undefined;

/** Every page under its section, in the order of the navigation; read once. */
export function docsSections(): readonly DocsSection[] {
  read ??= contents.map(({ title, files }) => ({ title, pages: files.map(readPage) }));
  return read;
}

/** Undefined where no page has this name. */
export function docsPage(name: string): DocsPage | undefined {
  return docsSections()
    .flatMap(({ pages }) => pages)
    .find((page) => page.name === name);
}

/** The front page, which lists the others. */
export function frontPage(): DocsPage {
  return readPage("README");
}

/** `docs/<file>.md` of the folder that the service runs in. @throws when it has no title */
function readPage(file: string): DocsPage {
  const folder = path.join(/* turbopackIgnore: true */ process.cwd(), "docs");
  const markdown = readFileSync(path.join(folder, `${file}.md`), "utf8");
  const [, title, text] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  if (title === undefined || text === undefined) throw new Error(`docs/${file}.md does not begin with "# "`);
  return { name: pageName(file), file, title, text: text.trim() };
}
