import en from "@/components/dashboard/messages/en/settings.json";
import ko from "./ko/settings.json";
import { inLanguages } from "./text";

export const {
  settings: settingsWords,
  walletField: walletFieldWords,
  project: projectWords,
} = inLanguages(en, ko);
