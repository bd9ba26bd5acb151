import { CircleUserRound, UserRound } from "lucide-react";
import { Link } from "@/components/dashboard/ui/link";
import type { Theme } from "@/lib/platform/values/theme.rules";
import { shellWords } from "../messages/shell";
import { Menu } from "./menu";
import { SignOutButton } from "./sign-out-button";
import { ThemeChoice } from "./theme-choice";

/** The signed-in person, the theme, and sign-out. */
export function AccountMenu({ email, theme }: { email: string; theme: Theme }) {
  return (
    <Menu
      label={shellWords.accountMenu}
      align="end"
      summaryClass="size-10 justify-center"
      summary={<CircleUserRound className="size-5" aria-hidden="true" />}
    >
      <p className="caption truncate px-2.5 py-1.5">{email}</p>
      <Link
        href="/dashboard/account"
        className="flex min-h-10 items-center gap-2 rounded-lg px-2.5 text-sm hover:bg-well"
      >
        <UserRound className="size-4" aria-hidden="true" />
        {shellWords.account}
      </Link>
      <ThemeChoice initial={theme} />
      <SignOutButton />
    </Menu>
  );
}
