import "server-only";
import type { ClientFacts, SignInMethod } from "@/lib/accounts/sign-in/session.store";
import { openSession } from "@/lib/accounts/sign-in/sessions";
import { type Entered, enter } from "@/lib/accounts/sign-in/sign-in";
import type { Deps } from "@/lib/api/deps";

/** Who someone turned out to be, and how. */
export type Proven = {
  userId: string;
  method: SignInMethod;
  /** Of the password that was shown. */
  passwordHash?: string;
  /** The second factor was shown too. */
  complete?: true;
};

/** One request to sign in: next-auth asks for its outcome at several places, and tells none of them why it failed. */
export class SignInAttempt {
  readonly deps: Deps;
  readonly client: ClientFacts;
  /** The session that the browser came with. */
  readonly replaces: string | null;
  entered: (Entered & { method: SignInMethod }) | null = null;
  refusal: unknown = null;

  constructor(deps: Deps, client: ClientFacts, replaces: string | null) {
    this.deps = deps;
    this.client = client;
    this.replaces = replaces;
  }

  /** Lets in anyone who is proven. @returns whether there is a session now */
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
