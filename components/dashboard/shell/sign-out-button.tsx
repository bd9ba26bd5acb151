"use client";

import { LogOut } from "lucide-react";
import { signOut } from "next-auth/react";
import { useState } from "react";
import { shellWords } from "../messages/shell";

export function SignOutButton() {
  const [pending, setPending] = useState(false);
  return (
    <button
      type="button"
      disabled={pending}
      onClick={() => {
        setPending(true);
        void signOut({ callbackUrl: "/dashboard/sign-in" }).catch(() => setPending(false));
      }}
      className="flex min-h-10 w-full items-center gap-2 rounded-lg px-2.5 text-sm hover:bg-well"
    >
      <LogOut className="size-4" aria-hidden="true" />
      {pending ? shellWords.signingOut : shellWords.signOut}
    </button>
  );
}
