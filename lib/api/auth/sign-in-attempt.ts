import "server-only";
import type { ClientFacts, SignInMethod } from "@/lib/accounts/sign-in/session.store";
import { openSession } from "@/lib/accounts/sign-in/sessions";
import { type Entered, enter } from "@/lib/accounts/sign-in/sign-in";
import type { Deps } from "@/lib/api/deps";

/** A proven person, and how they proved it. */
export type Proven = {
  userId: string;
  method: SignInMethod;
  /** The hash of the password that was checked. */
  passwordHash?: string;
  /** The second factor was checked too. */
  complete?: true;
};

/** One sign-in request: next-auth asks for its result in several places, and passes on no reason for a failure. */
export class SignInAttempt {
  readonly deps: Deps;
  readonly client: ClientFacts;
  /** The browser's existing session. */
  readonly replaces: string | null;
  entered: (Entered & { method: SignInMethod }) | null = null;
  refusal: unknown = null;

  constructor(deps: Deps, client: ClientFacts, replaces: string | null) {
    this.deps = deps;
    this.client = client;
    this.replaces = replaces;
  }

  /** Signs in a proven person. @returns whether there is a session now */
  async enter(prove: () => Promise<Proven>): Promise<boolean> {
    try {
      const { complete, ...who } = await prove();
      const entered: Entered =
        complete === true
          ? { kind: "SIGNED_IN", ...(await openSession(this.deps, who, this.client, this.replaces)) }
          : await enter(this.deps, who, this.client, this.replaces);
      this.entered = { ...entered, method: who.method };
    } catch (error) {
      this.refusal = error;
    }
    return this.entered?.kind === "SIGNED_IN";
  }
}
