import en from "@/components/dashboard/messages/en/shell.json";
import ko from "./ko/shell.json";
import { inLanguages } from "./text";

export const {
  shell: shellWords,
  command: commandWords,
  trouble: troubleWords,
  list: listWords,
} = inLanguages(en, ko);
