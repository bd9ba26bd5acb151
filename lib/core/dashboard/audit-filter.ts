/** What the audit log's address asks for. */
export type AuditQuery = { userId: string | null; action: string | null; before: bigint | null };

type SearchParams = Readonly<Record<string, string | string[] | undefined>>;

/** Reads the address of an audit log's page; what it cannot mean is as if it were not there. */
export function parseAuditQuery({ who, action, before }: SearchParams): AuditQuery {
  return {
    userId: matching(who, /^usr_[0-9a-z]{26}$/),
    action: matching(action, /^[a-z_]{1,40}\.[a-z_]{1,60}$/),
    before: bigintOf(matching(before, /^[1-9]\d{0,18}$/)),
  };
}

/** The address's query, without a question mark; empty where nothing is asked for. */
export function auditQueryText({ userId, action, before }: AuditQuery): string {
  const given = { who: userId, action, before: before === null ? null : before.toString() };
  const parts = Object.entries(given).filter(([, value]) => value !== null) as [string, string][];
  return new URLSearchParams(parts).toString();
}

function matching(value: string | string[] | undefined, pattern: RegExp): string | null {
  return typeof value === "string" && pattern.test(value) ? value : null;
}

/** Beyond what Postgres numbers there is nothing older. */
function bigintOf(text: string | null): bigint | null {
  const value = text === null ? null : BigInt(text);
  return value !== null && value < 2n ** 63n ? value : null;
}
