"use client";

import { LogOut } from "lucide-react";
import { useState } from "react";
import { signOut } from "@/lib/browser/dashboard/entry";
import { shellWords } from "../messages/shell";

export function SignOutButton() {
  const [pending, setPending] = useState(false);
  return (
    <button
      type="button"
      disabled={pending}
      onClick={() => {
        setPending(true);
        void signOut().then((done) => {
          if (done) location.assign("/dashboard/sign-in?notice=signedOut");
          else setPending(false);
        });
      }}
      className="flex min-h-10 w-full items-center gap-2 rounded-lg px-2.5 text-sm hover:bg-well"
    >
      <LogOut className="size-4" aria-hidden="true" />
      {pending ? shellWords.signingOut : shellWords.signOut}
    </button>
  );
}
