import en from "@/components/dashboard/messages/en/inbox.json";
import ko from "./ko/inbox.json";
import { inLanguages } from "./text";

export const { inbox: inboxWords } = inLanguages(en, ko);
