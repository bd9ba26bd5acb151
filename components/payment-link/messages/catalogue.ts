import "server-only";
import en from "@/components/payment-link/messages/en.json";
import { translations } from "@/lib/generated/translations/components/payment-link";
import { inEveryLanguage } from "@/lib/platform/i18n/message.rules";

/** The messages of a payment link's page. */
export type LinkWords = typeof en.link;

/** The messages of the till, for the person at the counter; `scan` is for the customer. */
export type TillWords = typeof en.till;

export const linkMessages = inEveryLanguage(en, translations);
