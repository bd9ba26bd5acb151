import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { DashboardErrorCode, ErrorCode } from "@/lib/platform/values/errors.rules";
import ko from "./ko/errors.json";
import faults from "./ko/field-faults.json";
import { shellWords } from "./shell";
import { known } from "./text";

/** Frequent errors only; the type refuses a code that does not exist. */
const korean: Pick<Record<ErrorCode | DashboardErrorCode, string>, keyof typeof ko> = ko;

type Failed = { code: string; message: string };

/** Why an action was refused. The service's own messages are English; in Korean, frequent errors have texts by code. */
export function errorText({ code, message }: Failed): string {
  if (code === "UNREACHABLE") return shellWords.unreachable;
  if (dashboardLanguage() !== "ko") return message;
  const text = known(korean, code);
  return koreanFault(message) ?? (text === undefined ? message : fill(text, { message }));
}

/**
 * The service's words in Korean; `#` stands for each number, `…` for any words, which the Korean text leaves out.
 * Undefined for what is not in the list.
 */
function koreanFault(message: string): string | undefined {
  const words = message.replaceAll(/\d+/g, "#");
  const listed = (fault: string) =>
    known<string>(faults, fault) ?? openFaults.find(({ form }) => form.test(fault))?.text;
  const text = listed(words) ?? listed(words.replace(/\.$/, ""));
  const numbers = message.match(/\d+/g) ?? [];
  return text?.replaceAll("#", () => numbers.shift() ?? "");
}

const openFaults = Object.entries(faults)
  .filter(([fault]) => fault.includes("…"))
  .map(([fault, text]) => ({ form: formOf(fault), text }));

function formOf(fault: string): RegExp {
  const parts = fault.split("…").map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".+")}$`);
}
