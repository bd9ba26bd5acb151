import "server-only";
import en from "@/components/payment-link/messages/en.json";
import { inEveryLanguage } from "@/lib/platform/i18n/message.rules";
import de from "./de.json";
import es from "./es.json";
import fr from "./fr.json";
import ja from "./ja.json";
import ko from "./ko.json";
import pt from "./pt.json";
import zh from "./zh.json";

/** The messages of a payment link's page. */
export type LinkWords = typeof en.link;

/** The messages of the till, for the person at the counter; `scan` is for the customer. */
export type TillWords = typeof en.till;

export const linkMessages = inEveryLanguage(en, { de, es, fr, ja, ko, pt, zh });
