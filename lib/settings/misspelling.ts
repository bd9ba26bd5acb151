/** What shells, editors, spreadsheets and web forms make of a quotation mark, and what to write instead. */
const misspellings: readonly [form: RegExp, says: (found: string) => string][] = [
  [/&(?:quot|apos|#3[49]|#x2[27]);/i, (found) => `is ${found}, a quotation mark in HTML's spelling: write "`],
  [/\\+["']/, () => `is a backslash before a quotation mark: write " alone`],
  [/\\[nrt]/, (found) => `is ${found} in two characters: write a space`],
  [/[“”„‟‘’‚«»″′]/, (found) => `is ${found}, a typographic quotation mark: write "`],
  [/""(?=\w)|(?<=\w)""/, () => `is a doubled quotation mark: write " once`],
  [/[\u00a0\u200b-\u200d\u2060\ufeff]/, () => "is an invisible character: remove it"],
];

/** Where the value of a refused setting was misspelt, and what to write there; null when no such form is known. */
export function findMisspelling(value: string): string | null {
  const found = misspellings
    .flatMap(([form, says]) => {
      const match = form.exec(value);
      return match === null ? [] : [{ at: match.index, says: says(match[0]) }];
    })
    .sort((one, other) => one.at - other.at)[0];
  return found === undefined ? null : `character ${found.at + 1} ${found.says}`;
}

/** Where a text stops being the beginning of JSON. It isn't quoted: the value of a setting may be a secret. */
export function findJsonFault(value: string): string {
  let length = 1;
  while (length < value.length && mayGoOn(value.slice(0, length))) length += 1;
  if (mayGoOn(value)) return "its end is missing";
  return value[length - 1] === "'" ? `character ${length} is ': write "` : `character ${length} doesn't fit`;
}

/** Whether more characters could make it JSON: V8 finds nothing wrong before the end. */
function mayGoOn(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    const { message } = error as SyntaxError;
    const [, position] = /position (\d+)/.exec(message) ?? [];
    return /end of JSON|Unterminated/.test(message) || Number(position) === text.length;
  }
}
