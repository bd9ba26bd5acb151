import type { Counted, Localised } from "@/lib/platform/i18n/translation.rules";
import { isolated } from "@/lib/platform/values/text.rules";

/**
 * Puts values into a message: `fill("Pay {merchant}", { merchant: "Corner Coffee" })`. A value cannot reorder the words
 * around it.
 */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => isolated(String(values[name] ?? whole)));
}

/** The same for words that depend on a number: `fillCount(t.timeLeftMinutes, 5, t)`. */
export function fillCount(message: Counted, count: number, { locale }: Localised): string {
  const category = new Intl.PluralRules(locale.language).select(count);
  const form = category === "one" || category === "many" ? message[category] : undefined;
  return fill(form ?? message.other, { count });
}
