import type { ReactElement } from "react";
import { fillPlaces, placesIn, type Template } from "@/lib/platform/i18n/message.rules";
import { cleanText } from "@/lib/platform/values/text.rules";

type Value = string | number | ReactElement;
type Props<Name extends string> = { text: string | Template<Name>; values: Readonly<Record<Name, Value>> };

/**
 * A message with its values in it. A translator in the browser leaves the values as they are; each part has an element
 * of its own, which it doesn't replace.
 */
export function Filled<Name extends string>({ text, values }: Props<Name>) {
  const known: Readonly<Record<string, Value>> = values;
  // Each second part is one of its places.
  const parts = String(text).split(placesIn(String(text)));
  return (
    <span>
      {parts.map((part, at) => {
        const key = `${at}`;
        if (at % 2 === 0) return part === "" ? null : <span key={key}>{part}</span>;
        return (
          <bdi key={key} translate="no">
            {textOf(part, known)}
          </bdi>
        );
      })}
    </span>
  );
}

function textOf(place: string, values: Readonly<Record<string, Value>>): ReactElement | string {
  const value = values[place.slice(1, -1)];
  if (typeof value === "object") return value;
  return cleanText(fillPlaces(place, (name) => values[name]?.toString()));
}
