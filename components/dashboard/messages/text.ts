import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { fillCount, type Plural, type Values } from "@/lib/platform/i18n/message.rules";

/** @example grouped(1234) // "1,234" */
export function grouped(count: number): string {
  return count.toLocaleString("en");
}

/** A message with its `{count}`. @example counted(linkWords.checkouts, 1) // "1 checkout" */
export function counted(message: Plural<"count">, count: number): string;
export function counted<Name extends string>(
  message: Plural<Name | "count">,
  count: number,
  values: Values<Name>,
): string;
export function counted(message: Plural<string>, count: number, values: Values<string> = {}): string {
  return fillCount(message, count, dashboardLanguage(), { count: grouped(count), ...values });
}

/** @example listOf(["Base", "Arbitrum"]) // "Base and Arbitrum" */
export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(dashboardLanguage()).format(names);
}

/** The message of a key that may be unknown, such as a code of a later version. */
export function known<Message>(group: Readonly<Record<string, Message>>, key: string): Message | undefined {
  return Object.hasOwn(group, key) ? group[key] : undefined;
}
