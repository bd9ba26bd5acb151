import en from "@/components/dashboard/messages/en/inbox.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/inbox.json";

export const { inbox: inboxWords } = inLanguages(en, ko);
