import { readDashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { describeLanguage, type Language } from "@/lib/platform/i18n/language.rules";
import { dashboardTroubleWords, troubleWords } from "@/lib/platform/i18n/trouble-words.rules";
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

type Words = { title: string; text: string };

const words: Record<Language, Words> = {
  en: {
    title: "One moment, please",
    text: "There were very many visits from your connection. This page opens again by itself. A payment already sent is safe.",
  },
  ko: {
    title: "잠시만 기다려 주세요",
    text: "같은 네트워크에서 요청이 너무 많았습니다. 이 페이지는 자동으로 다시 열립니다. 이미 보낸 결제는 안전합니다.",
  },
  de: {
    title: "Einen Moment bitte",
    text: "Von Ihrer Verbindung kamen sehr viele Aufrufe. Diese Seite öffnet sich von selbst wieder. Eine bereits gesendete Zahlung ist sicher.",
  },
  es: {
    title: "Un momento, por favor",
    text: "Ha habido muchas visitas desde su conexión. Esta página se abrirá de nuevo por sí sola. Un pago ya enviado está a salvo.",
  },
  fr: {
    title: "Un instant, s’il vous plaît",
    text: "De très nombreuses visites sont venues de votre connexion. Cette page se rouvrira d’elle-même. Un paiement déjà envoyé est en sécurité.",
  },
  ja: {
    title: "少々お待ちください",
    text: "お使いの回線からのアクセスが集中しています。このページは自動的に開き直します。送信済みのお支払いは安全です。",
  },
  pt: {
    title: "Um momento, por favor",
    text: "Houve muitas visitas a partir da sua conexão. Esta página abre de novo sozinha. Um pagamento já enviado está seguro.",
  },
  zh: {
    title: "请稍候",
    text: "您的网络访问过于频繁。此页面会自动重新打开。已发送的付款是安全的。",
  },
};

/** The page for a visitor who comes too often: it opens itself again after `afterSeconds`. */
export function busyPage(language: Language, afterSeconds: number, nonce: string): string {
  return smallPage({
    ...words[language],
    language: describeLanguage(language).tag,
    tryAgain: troubleWords[language].checkout.tryAgain,
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
export function failedPage(
  { subject }: Pick<PageVisit, "subject">,
  language: Language,
  nonce: string,
): string {
  const ofCustomers = troubleWords[language][subject?.kind === "r" ? "refund" : "checkout"];
  const { title, hint, tryAgain } =
    subject === null ? dashboardTroubleWords[readDashboardLanguage(language)] : ofCustomers;
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
