"use client";

import { useRouter } from "next/navigation";
import type { FormEvent, ReactNode } from "react";

/**
 * A form whose answer is another address of the same page: what is left empty does not appear in it. Without
 * JavaScript the browser sends it by itself.
 */
export function FilterForm({ action, children }: { action: string; children: ReactNode }) {
  const router = useRouter();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === "string" && value.trim() !== "") filled.append(name, value.trim());
    const query = filled.toString();
    router.push(query === "" ? action : `${action}?${query}`);
  };
  return (
    <search>
      <form action={action} method="get" onSubmit={send} className="flex flex-col gap-3">
        {children}
      </form>
    </search>
  );
}
