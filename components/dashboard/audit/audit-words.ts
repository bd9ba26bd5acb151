import { testToolWords } from "@/components/dashboard/messages/developers";
import { incidents } from "@/components/dashboard/messages/overview";
import { knownText } from "@/components/dashboard/messages/text";
import { fill } from "@/lib/platform/i18n/message.rules";
import { withChecksums } from "@/lib/platform/primitives.schema";
import { auditWords } from "../messages/audit";
import { refundWords } from "../messages/refunds";
import { settingsWords } from "../messages/settings";
import { shellWords } from "../messages/shell";
import { momentText } from "../ui/moment";

type Value = string | number | boolean | null;
export type Details = Readonly<Record<string, Value>> | null;

/** An action in words. @example actionWords("gizmo.turned_on") // "Gizmo turned on" */
export function actionWords(action: string): string {
  const words: Readonly<Partial<Record<string, string>>> = auditWords.actions;
  const known = words[action];
  if (known !== undefined) return known;
  const text = action.replace(/[._]+/g, " ").trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** An entry's subject, and the old and new value of a change. */
export type EntryDetails = {
  label: string | null;
  change: { before: string; after: string } | null;
  facts: string[];
};

/**
 * An entry's details in words; unknown ones stay as written.
 *
 * @param inTokens an amount in smallest units, such as "4.50 USDC"
 */
export function detailWords(details: Details, inTokens: (units: bigint) => string): EntryDetails {
  if (details === null) return { label: null, change: null, facts: [] };
  const { setting, before, after, ...rest } = details;
  const name = typeof setting === "string" ? setting : null;
  return {
    label: name === null ? null : (knownText(auditWords.settings, name) ?? name),
    change:
      before === undefined && after === undefined
        ? null
        : { before: valueWords(name, before ?? null), after: valueWords(name, after ?? null) },
    facts: Object.entries(rest)
      .filter(([, value]) => value !== null && value !== false)
      .map(
        ([field, value]) =>
          `${fieldWords(field)}: ${isAmount(field, value) ? inTokens(BigInt(value)) : valueWords(field, value)}`,
      ),
  };
}

function fieldWords(field: string): string {
  const known = knownText(auditWords.fields, field);
  if (known !== undefined) return known;
  const text = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Payments and refunds; limits of the settings are stored in whole tokens. */
const amounts: ReadonlySet<string> = new Set(["amount", "totalPaid", "accepted", "price"]);

function isAmount(field: string, value: Value): value is string {
  return amounts.has(field) && typeof value === "string" && /^\d{1,78}$/.test(value);
}

function valueWords(of: string | null, value: Value): string {
  if (value === null || value === "") return auditWords.nothing;
  if (typeof value === "boolean") return value ? auditWords.yes : auditWords.no;
  const text = String(value);
  if (isoTime.test(text)) return momentText(text);
  if (digest.test(text)) return `${text.slice(0, 8)}…${text.slice(-8)}`;
  return withChecksums(namedWords(of, text));
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** SHA-256 of a logo, to tell two apart. */
const digest = /^[0-9a-f]{64}$/;

/** Words for a value that is named elsewhere. */
function namedWords(of: string | null, text: string): string {
  if (of === "refundMode" && isIn(settingsWords.refundModes, text))
    return settingsWords.refundModes[text].label;
  if (of === "settlementPolicy" && isIn(settingsWords.policies, text))
    return settingsWords.policies[text].label;
  if (of === "latePaymentPolicy" && isIn(settingsWords.latePolicies, text))
    return settingsWords.latePolicies[text].label;
  if (of === "confirmationSpeed" && isIn(settingsWords.speeds, text)) return settingsWords.speeds[text].label;
  if (of === "apiKeyUse" && isIn(settingsWords.apiKeyUses, text)) return settingsWords.apiKeyUses[text].label;
  if (of === "settlementRules")
    return listOf(text, (rule) =>
      rule.replace(/ ([A-Z]+)$/, (whole, policy: string) =>
        isIn(settingsWords.policies, policy) ? `: ${settingsWords.policies[policy].label}` : whole,
      ),
    );
  if (of === "mailKinds")
    return listOf(text, (kind) =>
      isIn(settingsWords.mailKinds, kind) ? settingsWords.mailKinds[kind].label : kind,
    );
  if (of === "how") return knownText(auditWords.how, text) ?? text;
  if (of === "kind" && isIn(incidents, text)) return fill(incidents[text], { where: "" });
  if (of === "tool" && isIn(testToolWords.tools, text)) return testToolWords.tools[text].name;
  if ((of === "status" || of === "from") && isIn(refundWords.statuses, text))
    return refundWords.statuses[text];
  if ((of === null || of === "role") && isIn(shellWords.roles, text)) return shellWords.roles[text];
  return text;
}

function listOf(text: string, inWords: (item: string) => string): string {
  return text.split(", ").map(inWords).join(", ");
}

function isIn<Table extends object>(table: Table, key: string): key is keyof Table & string {
  return Object.hasOwn(table, key);
}
