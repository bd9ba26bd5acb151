import apiFaults from "@/lib/platform/faults/messages/en/api-faults.json" with { type: "json" };
import faults from "@/lib/platform/faults/messages/en/faults.json" with { type: "json" };
import { fillPlaces, type Plural, pluralForm, type Template } from "@/lib/platform/i18n/message.rules";

/** What the service refuses, and what a field lacks. People read `faults` in their language; `apiFaults` only in English. */
const english = { ...faults, ...apiFaults };

type Catalogue = typeof english;

/** A sentence's place in the catalogue: "projects.lastOwner". */
export type FaultKey = {
  [Room in keyof Catalogue & string]: `${Room}.${keyof Catalogue[Room] & string}`;
}[keyof Catalogue];

type TextOf<Key extends FaultKey> = Key extends `${infer Room extends keyof Catalogue & string}.${infer Name}`
  ? Catalogue[Room][Name & keyof Catalogue[Room]]
  : never;

type NamesOf<Text> =
  Text extends Template<infer Name> ? Name : Text extends Plural<infer Name> ? Name | "count" : never;

/** A number, a name, another fault within the sentence, or a list of them. */
type Value = string | number | bigint | Fault | readonly Value[];

type Values<Names extends string> = [Names] extends [never]
  ? []
  : [values: { readonly [Name in Names]: Value }];

/** A refusal or a field's fault without its sentence, which the edge makes in the reader's language. */
export type Fault = { readonly key: FaultKey; readonly values: Readonly<Record<string, Value>> };

/**
 * A missing key or value is a type error.
 *
 * @example fault("projects.mostKeys", { most: 50 })
 */
export function fault<Key extends FaultKey>(key: Key, ...[values]: Values<NamesOf<TextOf<Key>>>): Fault {
  return { key, values: values ?? {} };
}

/** The sentences of a language by room and name. What it hasn't stays English. */
export type FaultTexts = Readonly<
  Record<string, Readonly<Record<string, string | { readonly other: string; readonly one?: string }>>>
>;

const englishTexts = english as unknown as FaultTexts;

/**
 * A fault's sentence; the API's, unless other texts are given.
 *
 * @example sentenceOf(fault("projects.mostKeys", { most: 50 })) // "A project can have at most 50 keys of each kind. …"
 */
export function sentenceOf(reason: Fault, texts: FaultTexts = englishTexts): string {
  const [room = "", name = ""] = reason.key.split(".");
  const text = texts[room]?.[name] ?? englishTexts[room]?.[name] ?? reason.key;
  const form = typeof text === "string" ? text : pluralForm(text, Number(reason.values.count), "en");
  return fillPlaces(form, (place) => writeValue(reason.values[place], texts));
}

function writeValue(value: Value | undefined, texts: FaultTexts): string | undefined {
  if (typeof value !== "object") return value?.toString();
  return "key" in value ? sentenceOf(value, texts) : value.map((each) => writeValue(each, texts)).join(", ");
}
