import { describeLanguage, type Language } from "@/lib/platform/i18n/language.rules";
import { troubleWords } from "@/lib/platform/i18n/trouble-words.rules";
import { smallPage } from "./small-page";

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
