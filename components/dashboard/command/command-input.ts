import type { Role } from "@/lib/accounts/roles.rules";

export type CommandMenuProps = {
  projectId: string;
  role: Role;
  isTest: boolean;
  projects: readonly { projectId: string; name: string }[];
};

/** The words in the field, which outlive the loading of the palette. */
export type CommandText = { text: string; onText: (text: string) => void };

export const commandInputStyle =
  "min-h-14 w-full shrink-0 border-line border-b bg-card px-4 text-base text-ink outline-none placeholder:text-muted";
