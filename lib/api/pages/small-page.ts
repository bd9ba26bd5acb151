import { describeLanguage, type Language, readDashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { dashboardPageMessages, pageMessages } from "@/lib/platform/i18n/page-messages";
import type { PageVisit } from "./page-visit";

/** A whole page for when the application draws none: no file belongs to it, and it can be read without scripts. */
export type SmallPage = {
  /** Of its words. */
  language: string;
  title: string;
  text: string;
  /** Of the link that asks for the same address again. */
  tryAgain: string;
  /** By which its own style and script are let in. */
  nonce: string;
  /** After which it looks whether the page is there again. */
  afterSeconds: number;
  /** It opens again by itself also without scripts. */
  promised: boolean;
};

/** Those of the tokens in app/globals.css that it needs: it has to look like the page in whose place it stands. */
const css = `:root{color-scheme:light dark;--ground:#f4f4f2;--card:#fff;--line:#e2e2de;--ink:#17181c;--muted:#5b5d66;--accent:#2f4bdb;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--ground:#0f1012;--card:#18191d;--line:#2c2e35;--ink:#f1f1f3;--muted:#a5a7b1;--accent:#9aabff;--on-accent:#0d1230}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--ground);color:var(--ink);font:1rem/1.5 ui-sans-serif,system-ui,sans-serif}
main{box-sizing:border-box;width:calc(100% - 2rem);max-width:28rem;margin:2.5rem 1rem;padding:2rem 1.5rem 1.5rem;border:1px solid var(--line);border-radius:1.5rem;background:var(--card);overflow-wrap:anywhere}
h1{margin:0;font-size:1.5rem;line-height:2rem}p{margin:.75rem 0 1.5rem;color:var(--muted)}
a{display:block;padding:.75rem 1rem;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font-weight:600;text-align:center;text-decoration:none}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

/**
 * It asks whether the page is there again, and only then opens it: one that opened itself every few seconds would
 * begin anew under its reader's eyes. Without scripts that is all a browser can do, so it is done where it was promised.
 */
function smallPage(page: SmallPage): string {
  const { language, title, text, tryAgain, nonce, afterSeconds, promised } = page;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
${promised ? `<noscript><meta http-equiv="refresh" content="${afterSeconds}"></noscript>\n` : ""}<title>${title}</title>
<style nonce="${nonce}">${css}</style>
</head>
<body>
<main><h1>${title}</h1><p>${text}</p><a href="">${tryAgain}</a></main>
<script nonce="${nonce}">${retryScript(afterSeconds * 1_000)}</script>
</body>
</html>
`;
}

function retryScript(everyMs: number): string {
  const ask = `fetch(location.href,{method:"HEAD",headers:{accept:"text/html"}})`;
  const attempt = `${ask}.then(({status})=>status<500&&status!==429?location.reload():wait(),wait)`;
  return `const wait=()=>setTimeout(()=>${attempt},${everyMs});wait()`;
}

/** The page for a visitor who comes too often: it opens itself again after `afterSeconds`. */
export function busyPage(language: Language, afterSeconds: number, nonce: string): string {
  return smallPage({
    ...pageMessages[language].busy,
    language: describeLanguage(language).tag,
    tryAgain: pageMessages[language].checkout.tryAgain,
    nonce,
    afterSeconds,
    promised: true,
  });
}

export const failedPageSeconds = 5;

/**
 * The page for a visitor while the database does not answer. Next's own page for a failure is empty until its scripts
 * fill it, so a browser without scripts would show nothing.
 */
export function failedPage({ subject }: PageVisit, language: Language, nonce: string): string {
  const ofCustomers = pageMessages[language][subject?.kind === "r" ? "refund" : "checkout"];
  const { title, hint, tryAgain } =
    subject === null ? dashboardPageMessages[readDashboardLanguage(language)] : ofCustomers;
  return smallPage({
    language: describeLanguage(language).tag,
    title,
    text: hint,
    tryAgain,
    nonce,
    afterSeconds: failedPageSeconds,
    promised: false,
  });
}
