import { shellWords } from "./shell";

/** Why an action was refused, in the service's words for this page. Without an answer the page has its own. */
export function errorText({ code, message }: { code: string; message: string }): string {
  return code === "UNREACHABLE" ? shellWords.unreachable : message;
}
