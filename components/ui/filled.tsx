import type { ReactElement } from "react";
import type { Template } from "@/lib/platform/i18n/message.rules";
import { cleanText } from "@/lib/platform/values/text.rules";

type Value = string | number | ReactElement;
type Props<Name extends string> = { text: string | Template<Name>; values: Readonly<Record<Name, Value>> };

/**
 * A message with its values in it. A translator in the browser leaves the values as they are; each part has an element
 * of its own, which it doesn't replace.
 */
export function Filled<Name extends string>({ text, values }: Props<Name>) {
  const known: Readonly<Record<string, Value>> = values;
  // Each second part is the name of a placeholder.
  const parts = String(text).split(/\{(\w+)\}/);
  return (
    <span>
      {parts.map((part, at) => {
        const key = `${at}`;
        if (at % 2 === 0) return part === "" ? null : <span key={key}>{part}</span>;
        return (
          <bdi key={key} translate="no">
            {textOf(known[part] ?? `{${part}}`)}
          </bdi>
        );
      })}
    </span>
  );
}

function textOf(value: Value): ReactElement | string {
  return typeof value === "object" ? value : cleanText(String(value));
}
