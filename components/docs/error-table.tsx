import { RichText } from "./rich-text";

export type ErrorRow = { code: string; status: number; when: string };

/** Codes with status and cause; with `anchored` each can be linked to, which a page can have once. */
export function ErrorTable({ rows, anchored = false }: { rows: readonly ErrorRow[]; anchored?: boolean }) {
  return (
    <ul className="docs-fields">
      {rows.map(({ code, status, when }) => (
        <li key={code} id={anchored ? code : undefined} className="docs-anchor">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <code className="break-all font-medium font-mono text-sm">{code}</code>
            <span className="caption">{status}</span>
          </p>
          <p className="text-sm">
            <RichText>{when}</RichText>
          </p>
        </li>
      ))}
    </ul>
  );
}
