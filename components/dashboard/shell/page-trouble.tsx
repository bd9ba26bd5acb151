"use client";

import { CloudOff } from "lucide-react";
import { troubleWords as words } from "@/components/dashboard/messages/shell";
import { EmptyState } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";

type Props = { error: Error & { digest?: string }; retry: () => void };

/** The server failed to render a page: an explanation, a retry, and a way back. */
export function PageTrouble({ error, retry }: Props) {
  return (
    <section role="alert" className="rounded-2xl border border-line bg-card">
      <EmptyState
        icon={CloudOff}
        title={words.title}
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <button type="button" onClick={() => retry()} className="button-compact button-primary">
              {words.tryAgain}
            </button>
            <Link href="/dashboard" className="button-compact button-secondary">
              {words.projects}
            </Link>
          </div>
        }
      >
        <p>{words.text}</p>
        {error.digest !== undefined && (
          <p className="caption mt-2">
            {words.reference}: <code className="font-mono">{error.digest}</code>
          </p>
        )}
      </EmptyState>
    </section>
  );
}
