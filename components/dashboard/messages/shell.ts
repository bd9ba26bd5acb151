import en from "@/components/dashboard/messages/en/shell.json";
import ko from "./ko/shell.json";
import { inLanguages } from "./text";

export const {
  shell: shellWords,
  command: commandWords,
  trouble: troubleWords,
  list: listWords,
} = inLanguages(en, ko);

/** Why an action was refused, in the service's words for this page. Without an answer the page has its own. */
export function errorText({ code, message }: { code: string; message: string }): string {
  return code === "UNREACHABLE" ? shellWords.unreachable : message;
}
