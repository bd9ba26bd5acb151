import { directionOf } from "@/lib/platform/i18n/language.rules";

// Made here, from the e-mail's own text: a template library would be a second source of every word.

/** Without them, mail programs show the light theme. No file is loaded: the mark is two boxes. */
const css = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:1.5rem .75rem;background:#f4f4f2;color:#17181c;font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif}
main{box-sizing:border-box;max-width:34rem;margin:0 auto;padding:1.5rem;border:1px solid #e2e2de;border-radius:1rem;background:#fff;overflow-wrap:anywhere}
.mark{width:1.25rem;margin:0 auto 1rem}.mark b{display:block;height:.625rem;margin:0 0 .25rem .125rem;border-radius:.3125rem 0 0 .3125rem;background:#2f4bdb}.mark b+b{margin:0 .125rem 0 0;border-radius:0 .3125rem .3125rem 0}
h1{margin:0 0 1rem;font-size:1.25rem;line-height:1.75rem}
.lead{font-size:1.75rem;line-height:2.25rem;font-weight:600}
p{margin:0 0 1rem}p:last-child{margin:0}
:lang(ko){word-break:keep-all}
.part{display:block;padding:0 1rem}
code{font-size:.875em}
a{color:#2f4bdb}
@media(prefers-color-scheme:dark){body{background:#0f1012;color:#f1f1f3}main{background:#18191d;border-color:#2c2e35}a{color:#9aabff}.mark b{background:#9aabff}}`;

/**
 * The e-mail as HTML: its subject as heading, what it leads with, its paragraphs, and links to the service alone. Whatever else the text
 * holds is shown as it is.
 *
 * @param ownOrigins of the dashboard and the payment page
 */
export function letterHtml(
  { subject, body, language }: { subject: string; body: string; language: string },
  ownOrigins: readonly string[],
): string {
  const parts = body.trim().split(/\n{2,}/);
  const written = parts.map((part, index) => {
    const lead = index === 0 && leads.test(part) ? ' class="lead"' : "";
    return `<p${lead}>${part.split("\n").map(lineOf).join("")}</p>`;
  });
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${css}</style>
</head>
<body>
<div class="mark" aria-hidden="true"><b></b><b></b></div>
<main dir="${directionOf(language)}">
<h1>${escaped(subject)}</h1>
${written.join("\n")}
</main>
</body>
</html>
`;

  /** An indented line belongs to the one above it. */
  function lineOf(line: string, index: number): string {
    const text = line.trim().split(wordsToMark).map(marked).join("");
    if (line.startsWith("  ")) return `<span class="part">${text}</span>`;
    return index === 0 ? text : `<br>${text}`;
  }

  function marked(word: string): string {
    if (/^0x/.test(word)) return `<code>${escaped(word)}</code>`;
    // Links are compared as they are written: mail programs read `\` and a user before the host each in their own way.
    const isOwn = ownOrigins.some((origin) => word.startsWith(`${origin}/`));
    return isOwn ? `<a href="${escaped(word)}">${escaped(word)}</a>` : escaped(word);
  }
}

/** A first line with a number that is no sentence and no link, such as a receipt's amount, stands large. */
const leads = /^(?=.*\d)[^\n/]{1,40}(?<![.:?!。])$/;

/** Links, and the addresses and hashes of a chain. */
const wordsToMark = /(https?:\/\/[^\s"<>]+|0x[0-9a-fA-F]{40,64})/;

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
