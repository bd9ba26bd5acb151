import path from "node:path/posix";
import { pageName } from "@/lib/api/docs/contents";
import { docsSections } from "@/lib/api/docs/pages";

/** The pages below docs/api as one Markdown text, for the document's description. */
export function guidesMarkdown(): string {
  return docsSections()
    .flatMap(({ pages }) => pages)
    .filter(({ file }) => path.dirname(file) === "api")
    .map(({ title, text }) => `## ${title}\n\n${below(text)}`)
    .join("\n\n");
}

/** Headings one level lower, and links as the service has them. */
function below(text: string): string {
  return text
    .replace(/^##/gm, "###")
    .replace(/\]\((?!https?:|\/|#)([^)#]+)\.md(#[^)]*)?\)/g, (_, file: string, anchor = "") => {
      return `](/docs/${pageName(file)}${anchor})`;
    });
}
