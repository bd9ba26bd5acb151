import en from "@/components/dashboard/messages/en/shell.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/shell.json";

export const {
  shell: shellWords,
  command: commandWords,
  trouble: troubleWords,
  list: listWords,
} = inLanguages(en, ko);
