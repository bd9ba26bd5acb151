/**
 * How long a receiver asks us to wait, in milliseconds from `now`; null when it does not say so in one of the
 * two forms of RFC 9110 §10.2.3.
 */
export function parseRetryAfter(value: string, now: Date): number | null {
  const text = value.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1_000;
  if (!/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text))
    return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now.getTime());
}
