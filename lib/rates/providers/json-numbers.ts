/**
 * Parses JSON so that every number becomes the text it was written in: a float would change rates, and
 * print small ones as `1e-7`. A string becomes null, so that it cannot pass for a number.
 *
 * @throws SyntaxError when the text is no JSON
 */
export function parseJsonNumbersAsText(text: string): unknown {
  JSON.parse(text);
  // The text is known to be JSON, so outside of strings only numbers begin with a digit or a minus.
  const quoted = text.replace(
    /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[0-9.eE+-]*/g,
    (token, string: string | undefined, colon: string | undefined) => {
      if (string === undefined) return `"${token}"`;
      return colon === undefined ? "null" : token;
    },
  );
  return JSON.parse(quoted);
}

/**
 * A JSON number's text as plain decimal text of the same value; null when it is not above zero, or longer than
 * any rate.
 *
 * @example toDecimalText("1.5e-7") // "0.00000015"
 */
export function toDecimalText(number: string): string | null {
  if (number.length > 64) return null;
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d{1,2}))?$/.exec(number);
  if (match === null) return null;
  const [, whole = "", fraction = "", exponent = "0"] = match;
  const digits = `${whole}${fraction}`;
  if (!/[1-9]/.test(digits)) return null;
  const point = whole.length + Number(exponent);
  const padded = point <= 0 ? `${"0".repeat(1 - point)}${digits}` : digits.padEnd(point, "0");
  const split = Math.max(point, 1);
  const integer = padded.slice(0, split).replace(/^0+(?=\d)/, "");
  const rest = padded.slice(split);
  return rest === "" ? integer : `${integer}.${rest}`;
}
