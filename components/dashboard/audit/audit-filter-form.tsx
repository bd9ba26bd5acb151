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
      <label className="flex min-w-44 flex-1 flex-col gap-1 font-medium text-sm sm:max-w-64">
        {auditWords.filterPerson}
        <select name="who" defaultValue={chosen.userId ?? ""} className="field-compact font-normal">
          <option value="">{auditWords.everybody}</option>
          {people.map(({ userId, email, name }) => (
            <option key={userId} value={userId}>
              {name ?? email}
            </option>
          ))}
        </select>
      </label>
      <label className="flex min-w-44 flex-1 flex-col gap-1 font-medium text-sm sm:max-w-64">
        {auditWords.filterAction}
        <select name="action" defaultValue={chosen.action ?? ""} className="field-compact font-normal">
          <option value="">{auditWords.everything}</option>
          {actions.map((action) => (
            <option key={action} value={action}>
              {actionWords(action)}
            </option>
          ))}
        </select>
      </label>
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
