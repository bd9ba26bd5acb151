import type { DashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import type { Language } from "@/lib/platform/i18n/language.rules";

// Of a page that could not be drawn: the proxy shows it, and the page itself where it was open already.

/** The texts of an error screen. */
export type TroubleWords = { title: string; hint: string; tryAgain: string };

export const dashboardTroubleWords: Record<DashboardLanguage, TroubleWords> = {
  en: {
    title: "We couldn't show this page",
    hint: "Nothing was changed. Please try again in a moment.",
    tryAgain: "Try again",
  },
  ko: {
    title: "이 페이지를 표시하지 못했습니다",
    hint: "변경된 것은 없습니다. 잠시 후 다시 시도해 주세요.",
    tryAgain: "다시 시도",
  },
};

/** For customers' pages: each visit gets those of its language. */
export const troubleWords: Record<Language, { checkout: TroubleWords; refund: TroubleWords }> = {
  en: {
    checkout: {
      title: "The payment page is unavailable right now",
      hint: "Any payment you sent is safe and we'll find it. Please try again in a moment.",
      tryAgain: "Try again",
    },
    refund: {
      title: "This page is unavailable right now",
      hint: "Your refund is safe. Please try again in a moment.",
      tryAgain: "Try again",
    },
  },
  ko: {
    checkout: {
      title: "지금은 결제 페이지를 이용할 수 없습니다",
      hint: "이미 보내신 결제는 안전하며 저희가 찾아냅니다. 잠시 후 다시 시도해 주세요.",
      tryAgain: "다시 시도",
    },
    refund: {
      title: "지금은 이 페이지를 이용할 수 없습니다",
      hint: "환불은 안전합니다. 잠시 후 다시 시도해 주세요.",
      tryAgain: "다시 시도",
    },
  },
  de: {
    checkout: {
      title: "Die Zahlungsseite ist gerade nicht verfügbar",
      hint: "Bereits gesendete Zahlungen sind sicher und wir finden sie. Bitte versuchen Sie es gleich noch einmal.",
      tryAgain: "Erneut versuchen",
    },
    refund: {
      title: "Diese Seite ist gerade nicht verfügbar",
      hint: "Ihre Erstattung ist sicher. Bitte versuchen Sie es gleich noch einmal.",
      tryAgain: "Erneut versuchen",
    },
  },
  es: {
    checkout: {
      title: "La página de pago no está disponible en este momento",
      hint: "Los pagos que haya enviado están a salvo y los encontraremos. Inténtelo de nuevo en un momento.",
      tryAgain: "Reintentar",
    },
    refund: {
      title: "Esta página no está disponible en este momento",
      hint: "Su reembolso está a salvo. Inténtelo de nuevo en un momento.",
      tryAgain: "Reintentar",
    },
  },
  fr: {
    checkout: {
      title: "La page de paiement est momentanément indisponible",
      hint: "Tout paiement envoyé est en sécurité et nous le retrouverons. Veuillez réessayer dans un instant.",
      tryAgain: "Réessayer",
    },
    refund: {
      title: "Cette page est momentanément indisponible",
      hint: "Votre remboursement est en sécurité. Veuillez réessayer dans un instant.",
      tryAgain: "Réessayer",
    },
  },
  ja: {
    checkout: {
      title: "ただいま決済ページをご利用いただけません",
      hint: "すでに送金されたお支払いは安全で、当サービスが確認します。しばらくしてからもう一度お試しください。",
      tryAgain: "もう一度試す",
    },
    refund: {
      title: "ただいまこのページをご利用いただけません",
      hint: "返金は安全です。しばらくしてからもう一度お試しください。",
      tryAgain: "もう一度試す",
    },
  },
  pt: {
    checkout: {
      title: "A página de pagamento não está disponível no momento",
      hint: "Qualquer pagamento enviado está seguro e vamos encontrá-lo. Tente novamente em instantes.",
      tryAgain: "Tentar novamente",
    },
    refund: {
      title: "Esta página não está disponível no momento",
      hint: "O seu reembolso está seguro. Tente novamente em instantes.",
      tryAgain: "Tentar novamente",
    },
  },
  zh: {
    checkout: {
      title: "付款页面暂时无法使用",
      hint: "已发出的付款是安全的，我们会找到它。请稍后重试。",
      tryAgain: "重试",
    },
    refund: {
      title: "此页面暂时无法使用",
      hint: "您的退款是安全的。请稍后重试。",
      tryAgain: "重试",
    },
  },
};
