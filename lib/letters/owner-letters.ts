import { fill } from "@/lib/platform/i18n/message.rules";
import { isMailedToOwners, type MailedAction } from "./audit-actions.rules";
import {
  describeCount,
  describeTime,
  hostOf,
  inert,
  type LetterWords,
  letterWords,
  paragraphs,
} from "./letter-text";
import type { Letter, NoticedAct, PendingNotice } from "./mail.store";
import { projectIn } from "./project-letters";

const mostActs = 50;

/** Changes of a project within the last minute, for one of its owners or admins. */
export function ownerLetter(notice: PendingNotice, dashboardUrl: string): Letter {
  const { projectId, userId, acts, isDeleted } = notice;
  const { language, words } = letterWords(notice.readerLanguage);
  const { one, several, title, advice } = words.changed;
  const project = projectIn(notice);
  const [first] = acts;
  return {
    dedupeKey: `project.changed/${first?.auditId}/${userId}`,
    kind: "project.changed",
    projectId,
    recipient: notice.recipient,
    language,
    subject:
      acts.length === 1 && first
        ? fill(one, { project, sentence: sentenceOf(first, words) })
        : fill(several, { project, count: describeCount(language, acts.length) }),
    body: paragraphs(
      fill(title, { project }),
      ...describeActs(acts, notice),
      advice,
      isDeleted ? `${dashboardUrl}/dashboard` : auditAddress(dashboardUrl, projectId),
    ),
  };
}

export function auditAddress(dashboardUrl: string, projectId: string): string {
  return `${dashboardUrl}/dashboard/projects/${projectId}/settings/team/audit`;
}

/** Changes in words, a paragraph each. */
export function describeActs(
  acts: readonly NoticedAct[],
  reader: Pick<PendingNotice, "timeZone" | "readerLanguage">,
): string[] {
  const { language, words } = letterWords(reader.readerLanguage);
  const rest = acts.length - mostActs;
  return [
    ...acts.slice(0, mostActs).map((act) => paragraphOf(act, reader)),
    ...(rest > 0 ? [fill(words.changed.more, { count: describeCount(language, rest) })] : []),
  ];
}

const longestName = 60;

function sentenceOf({ who, keyLastFour, action }: NoticedAct, { changed }: LetterWords): string {
  const acts: Readonly<Record<MailedAction, string>> = changed.acts;
  const act = isMailedToOwners(action) ? acts[action] : action;
  if (who !== null) return fill(changed.person, { who: inert(who, longestName), act });
  return keyLastFour === null
    ? fill(changed.operator, { act })
    : fill(changed.server, { lastFour: keyLastFour, act });
}

function paragraphOf(
  act: NoticedAct,
  { timeZone, readerLanguage }: Pick<PendingNotice, "timeZone" | "readerLanguage">,
): string {
  const { words } = letterWords(readerLanguage);
  const { at, concerned } = words.changed;
  const { affected } = act;
  const facts = [
    ...(affected === null ? [] : [fill(concerned, { target: inert(affected, longestName) })]),
    ...detailsOf(act, words),
  ];
  const time = describeTime(act.at, timeZone, readerLanguage);
  return [fill(at, { sentence: sentenceOf(act, words), time }), ...facts.map((fact) => `  ${fact}`)].join(
    "\n",
  );
}

function detailsOf({ action, details }: NoticedAct, words: LetterWords): string[] {
  if (details === null) return [];
  const { settings, fields, codes, setting: changedFrom } = words.changed;
  if (action === "project.setting_changed") {
    const { setting, before, after } = details;
    const name = nameIn(settings, String(setting)) ?? String(setting);
    const inWords = (value: unknown) => nameIn(codes, String(value)) ?? textOf(value, words);
    const values = { before: inWords(before), after: inWords(after) };
    return [fill(changedFrom, { setting: name, ...values })];
  }
  return Object.entries(details).flatMap(([field, value]) => {
    // A picture's fingerprint and ids tell a reader nothing.
    if (field === "digest" || /^[a-z]{3}_[0-9a-z]{26}$/.test(String(value))) return [];
    const name = nameIn(fields, field) ?? field.replace(/(?=[A-Z])/g, " ").toLowerCase();
    const host = field === "url" ? (hostOf(String(value)) ?? words.values.noHost) : null;
    const role = action.startsWith("team.") ? nameIn(words.roles, String(value)) : null;
    return [`${name}: ${host ?? role ?? textOf(value, words)}`];
  });
}

function nameIn(names: Readonly<Record<string, string>>, key: string): string | null {
  return Object.hasOwn(names, key) ? (names[key] ?? null) : null;
}

function textOf(value: unknown, { values }: LetterWords): string {
  if (value === null || value === undefined || value === "") return values.none;
  if (typeof value === "boolean") return value ? values.yes : values.no;
  return inert(String(value), 300);
}
