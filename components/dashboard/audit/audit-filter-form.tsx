import Link from "next/link";
import { auditWords } from "../messages/audit";
import { actionWords } from "./audit-words";

type Props = {
  path: string;
  people: readonly { userId: string; email: string; name: string | null }[];
  actions: readonly string[];
  chosen: { userId: string | null; action: string | null };
};

/** Whose acts, and which: a form of the address, which works as it stands. */
export function AuditFilterForm({ path, people, actions, chosen }: Props) {
  const isFiltered = chosen.userId !== null || chosen.action !== null;
  return (
    <form method="get" action={path} className="flex flex-wrap items-end gap-3">
      <div className="flex min-w-44 flex-1 flex-col gap-1 sm:max-w-64">
        <label htmlFor="audit-who" className="font-medium text-sm">
          {auditWords.filterPerson}
        </label>
        <select id="audit-who" name="who" defaultValue={chosen.userId ?? ""} className="field-compact">
          <option value="">{auditWords.everybody}</option>
          {people.map(({ userId, email, name }) => (
            <option key={userId} value={userId}>
              {name ?? email}
            </option>
          ))}
        </select>
      </div>
      <div className="flex min-w-44 flex-1 flex-col gap-1 sm:max-w-64">
        <label htmlFor="audit-action" className="font-medium text-sm">
          {auditWords.filterAction}
        </label>
        <select id="audit-action" name="action" defaultValue={chosen.action ?? ""} className="field-compact">
          <option value="">{auditWords.everything}</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {actionWords(action)}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" className="button-compact button-secondary">
        {auditWords.apply}
      </button>
      {isFiltered && (
        <Link href={path} className="button-compact button-quiet">
          {auditWords.clear}
        </Link>
      )}
    </form>
  );
}
