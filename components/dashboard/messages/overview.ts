import en from "@/components/dashboard/messages/en/overview.json";
import ko from "./ko/overview.json";
import { inLanguages } from "./text";

export const { overview: overviewWords, welcome: welcomeWords } = inLanguages(en, ko);
