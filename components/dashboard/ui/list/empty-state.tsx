import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

type Props = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode };

/** An empty list: what would be here, and the next step. */
export function EmptyState({ icon: Icon, title, children, action }: Props) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-3 px-5 py-12 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-well text-muted">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="w-full min-w-0 text-muted text-sm">{children}</div>}
      {action}
    </div>
  );
}
