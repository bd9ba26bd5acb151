import en from "@/components/dashboard/messages/en/settings.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/settings.json";

export const {
  settings: settingsWords,
  walletField: walletFieldWords,
  project: projectWords,
} = inLanguages(en, ko);
