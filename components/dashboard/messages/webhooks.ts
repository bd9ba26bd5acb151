import en from "@/components/dashboard/messages/en/webhooks.json";
import ko from "./ko/webhooks.json";
import { inLanguages } from "./text";

export const { webhook: webhookWords } = inLanguages(en, ko);
