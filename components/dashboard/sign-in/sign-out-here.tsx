"use client";

import { useState } from "react";
import { signOut } from "@/lib/browser/dashboard/entry";
import { shellWords } from "../messages/shell";
import { signInWords } from "../messages/sign-in";

/** Signs out, and stays at this page. */
export function SignOutHere() {
  const [pending, setPending] = useState(false);
  return (
    <button
      type="button"
      disabled={pending}
      onClick={() => {
        setPending(true);
        void signOut().then(() => location.reload());
      }}
      className="button button-secondary"
    >
      {pending ? shellWords.signingOut : signInWords.invitation.signOut}
    </button>
  );
}
