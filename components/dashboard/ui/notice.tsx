import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const kinds = {
  info: { icon: Info, style: "border-line bg-well text-ink" },
  ok: { icon: CircleCheck, style: "border-transparent bg-ok-soft text-ok" },
  warn: { icon: TriangleAlert, style: "border-transparent bg-warn-soft text-warn" },
  bad: { icon: CircleAlert, style: "border-transparent bg-bad-soft text-bad" },
} as const;

type Props = {
  kind?: keyof typeof kinds;
  role?: "alert" | "status";
  children: ReactNode;
  action?: ReactNode;
};

/** Something to know before going on. */
export function Notice({ kind = "info", role, children, action }: Props) {
  const { icon: Icon, style } = kinds[kind];
  return (
    <div
      role={role}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-xl border px-4 py-3 text-sm ${style}`}
    >
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-48">{children}</div>
      {action}
    </div>
  );
}

/** Why an action was refused, announced as soon as it appears; nothing without a text. */
export function Problem({ text }: { text: ReactNode }) {
  if (text === null || text === undefined) return null;
  return (
    <Notice kind="bad" role="alert">
      {text}
    </Notice>
  );
}
