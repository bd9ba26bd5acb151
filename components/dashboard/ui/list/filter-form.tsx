"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useState } from "react";
import { listWords } from "@/components/dashboard/messages/shell";
import { FormState } from "@/components/dashboard/ui/form/field";
import { focusFirstFault, useFieldFaults } from "@/components/dashboard/ui/form/field-faults";

type Props = {
  path: string;
  /** The present filter, from the URL. */
  query: string;
  className: string;
  children: ReactNode;
};

/**
 * A list's filters as a GET form to the same page; empty fields are left out. Without JavaScript the browser submits
 * it. Another filter redraws the fields, except for the one that a person just sent and is typing on in.
 */
export function FilterForm({ path, query, className, children }: Props) {
  const router = useRouter();
  const [seen, setSeen] = useState(query);
  const [draws, setDraws] = useState(0);
  const [draft, setDraft] = useState<"none" | "sent" | "typing">("none");
  const { check, faults } = useFieldFaults();
  if (query !== seen) {
    setSeen(query);
    setDraft("none");
    if (draft !== "typing") setDraws(draws + 1);
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!check(event.currentTarget)) {
      focusFirstFault(event.currentTarget);
      return;
    }
    const filled = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === "string" && value.trim() !== "") filled.append(name, value.trim());
    const sent = filled.toString();
    // Sent by Enter, so the field still has the focus.
    setDraft(document.activeElement instanceof HTMLInputElement ? "typing" : "sent");
    router.push(sent === "" ? path : `${path}?${sent}`);
  };
  return (
    <search>
      <form
        key={draws}
        action={path}
        method="get"
        noValidate
        onSubmit={send}
        onInput={() => setDraft((before) => (before === "sent" ? "typing" : before))}
        aria-label={listWords.filter}
        className={className}
      >
        <FormState value={{ pending: false, faults }}>{children}</FormState>
      </form>
    </search>
  );
}
