import en from "@/components/dashboard/messages/en/webhooks.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/webhooks.json";

export const { webhook: webhookWords } = inLanguages(en, ko);
