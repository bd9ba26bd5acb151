"use client";

import { ArrowUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { checkoutWords as words } from "@/components/dashboard/messages/checkouts";
import { counted } from "@/components/dashboard/messages/text";
import { useWhileVisible } from "@/components/dashboard/ui/refresh-while-open";
import { callApi, post } from "@/lib/browser/api";
import { fill } from "@/lib/platform/i18n/message.rules";

type Props = {
  projectId: string;
  /** The list's filter, and the cursor of its newest row. */
  query: string;
  newest: string;
};

/** Says how many matching checkouts came since the list was drawn; a press shows them. Rows never move by themselves. */
export function NewCheckouts({ projectId, query, newest }: Props) {
  const router = useRouter();
  const listKey = `${query} ${newest}`;
  const [found, setFound] = useState({ since: listKey, count: 0, isMore: false });
  /** The list on which the button was pressed. */
  const pressedAt = useRef<string | null>(null);
  const { count, isMore } = found.since === listKey ? found : { count: 0, isMore: false };

  const poll = useCallback(() => {
    const path = `/api/dashboard/projects/${projectId}/actions/countNewCheckouts`;
    void callApi<{ count: number; isMore: boolean }>(path, post({ query, newest })).then((answer) => {
      if (answer.ok) setFound({ since: listKey, ...answer.data });
    });
  }, [projectId, query, newest, listKey]);
  // Enough is known once there are too many to count.
  useWhileVisible(poll, { open: !isMore, changed: listKey, firstMs: 5_000 });

  // The button leaves with the press: the keyboard goes on at the newest row.
  useEffect(() => {
    if (pressedAt.current === null || pressedAt.current === listKey) return;
    pressedAt.current = null;
    document.querySelector<HTMLElement>("main tbody a")?.focus();
  }, [listKey]);

  return (
    <div role="status" className="shrink-0">
      {count > 0 && (
        <button
          type="button"
          onClick={() => {
            pressedAt.current = listKey;
            router.refresh();
          }}
          className="button-compact button-secondary gap-1.5"
        >
          <ArrowUp className="size-4" aria-hidden="true" />
          {isMore ? fill(words.moreArrived, { count }) : counted(words.arrived, count)}
        </button>
      )}
    </div>
  );
}
