import { incidents, incidentText } from "@/components/dashboard/messages/checkout-detail";
import { keyWords, testToolWords } from "@/components/dashboard/messages/developers";
import en from "@/components/dashboard/messages/en/audit.json";
import { known } from "@/components/dashboard/messages/text";
import { withChecksums } from "@/lib/platform/values/checksum.rules";
import ko from "../messages/ko/audit.json";
import { refundStatusText } from "../messages/refunds";
import { settingsWords } from "../messages/settings";
import { shellWords } from "../messages/shell";
import { inLanguages } from "../messages/text";
import { momentText } from "../ui/moment";

type Value = string | number | boolean | null;
export type Details = Readonly<Record<string, Value>> | null;

/** An action in words. @example actionWords("gizmo.turned_on") // "Gizmo turned on" */
export function actionWords(action: string): string {
  const words = known(auditWords.actions, action);
  if (words !== undefined) return words;
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
    label: name === null ? null : (known(auditWords.settings, name) ?? name),
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
  const words = known(auditWords.fields, field);
  if (words !== undefined) return words;
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
  return withChecksums(namedWords(of, text) ?? text);
}

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
/** SHA-256 of a logo, to tell two apart. */
const digest = /^[0-9a-f]{64}$/;

/** The words of a value that is named elsewhere. */
function namedWords(of: string | null, text: string): string | undefined {
  switch (of) {
    case "refundMode":
      return known(settingsWords.refundModes, text)?.label;
    case "settlementPolicy":
      return known(settingsWords.policies, text)?.label;
    case "latePaymentPolicy":
      return known(settingsWords.latePolicies, text)?.label;
    case "confirmationSpeed":
      return known(settingsWords.speeds, text)?.label;
    case "apiKeyUse":
      return known(settingsWords.apiKeyUses, text)?.label;
    case "settlementRules":
      return listOf(text, (rule) =>
        rule.replace(/ ([A-Z]+)$/, (whole, policy: string) => {
          const label = known(settingsWords.policies, policy)?.label;
          return label === undefined ? whole : `: ${label}`;
        }),
      );
    case "mailKinds":
      return listOf(text, (kind) => known(settingsWords.mailKinds, kind)?.label ?? kind);
    case "scope":
      return known(keyWords.scopes, text);
    case "how":
      return known(auditWords.how, text);
    case "kind":
      return Object.hasOwn(incidents, text) ? incidentText(text) : undefined;
    case "tool":
      return known(testToolWords.tools, text)?.name;
    case "status":
    case "from":
      return refundStatusText(text);
    case "role":
    case null:
      return known(shellWords.roles, text);
    default:
      return undefined;
  }
}

function listOf(text: string, inWords: (item: string) => string): string {
  return text.split(", ").map(inWords).join(", ");
}

export const { audit: auditWords } = inLanguages(en, ko);
