import { useState } from "react";
import { shellWords } from "@/components/dashboard/messages/shell";
import { fill } from "@/lib/platform/i18n/message.rules";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Faults = ReadonlyMap<string, string>;

const none: Faults = new Map();

/** What the service answered to a form. */
export type Failed = {
  code: string;
  message: string;
  param?: string | undefined;
  details?: readonly { param: string; message: string }[];
};

/** The service's faults by field name, as sentences. */
export function faultsOf(error: Failed | null): Faults {
  if (error === null) return none;
  const { param, message, details = [] } = error;
  const named = details.length > 0 || param === undefined ? details : [{ param, message }];
  return new Map(named.map((fault) => [fault.param, asSentence(fault.message)]));
}

/** A schema's fault begins small, to stand behind a field's name. */
function asSentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return ".!?…".includes(begun.slice(-1)) ? begun : `${begun}.`;
}

/** What a form's fields lack, in the page's language: a browser's own bubbles are in the browser's. */
export function useFieldFaults() {
  const [faults, setFaults] = useState(none);
  /** @returns whether the form can be sent */
  const check = (form: HTMLFormElement): boolean => {
    const wrong = [...form.elements].filter(isWrong);
    setFaults(new Map(wrong.toReversed().map((control) => [control.name, faultOf(control)])));
    return wrong.length === 0;
  };
  return { faults, check };
}

/** Once the faults are rendered. */
export function focusFirstFault(form: HTMLFormElement | null): void {
  setTimeout(() => {
    const field = form?.querySelector<HTMLElement>("[aria-invalid=true]");
    // A folded field can't get the focus.
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
  });
}

function isWrong(element: Element): element is Control {
  const isControl =
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement;
  return isControl && element.willValidate && !element.validity.valid;
}

function faultOf(control: Control): string {
  const { validity, validationMessage } = control;
  const words = shellWords.fields;
  if (validity.customError) return validationMessage;
  // An unfinished date has no value either.
  if (validity.badInput && control.type.startsWith("date")) return words.day;
  if (validity.valueMissing) return control instanceof HTMLSelectElement ? words.choose : words.missing;
  if (control instanceof HTMLSelectElement) return validationMessage;
  const { minLength, maxLength } = control;
  if (validity.tooShort) return fill(words.tooShort, { count: `${minLength}` });
  if (validity.tooLong) return fill(words.tooLong, { count: `${maxLength}` });
  if (control instanceof HTMLTextAreaElement) return validationMessage;
  if (validity.typeMismatch && control.type === "email") return words.email;
  if (validity.rangeUnderflow) return fill(words.least, { least: control.min });
  if (validity.rangeOverflow) return fill(words.most, { most: control.max });
  if (validity.stepMismatch || validity.badInput) return words.number;
  return validationMessage;
}
