import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "@/components/dashboard/ui/link";

type Props = {
  title: ReactNode;
  /** One sentence under it. */
  description?: ReactNode;
  /** The parent page. */
  back?: { href: string; label: string };
  /** Buttons beside the title. */
  actions?: ReactNode;
};

/** The top of every page: its title, and its actions. */
export function PageHeader({ title, description, back, actions }: Props) {
  return (
    <header className="mb-6">
      {back !== undefined && (
        <Link href={back.href} className="text-link mb-2 text-sm">
          <ArrowLeft className="size-4" aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="wrap-anywhere font-semibold text-long tracking-tight">{title}</h1>
          {description !== undefined && <p className="mt-1 max-w-2xl text-muted text-sm">{description}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}
