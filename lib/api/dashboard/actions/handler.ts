import type { nothing } from "@/lib/platform/primitives.schema";
import "server-only";
import type { z } from "zod";
import type { AccountAction, InputOf, OutputOf, ProjectAction } from "@/lib/accounts/account.schema";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import type { ProjectAccess } from "@/lib/projects/project-access";

export type ProjectCall<Action extends ProjectAction> = {
  access: ProjectAccess;
  input: InputOf<Action>;
};
export type AccountCall<Action extends AccountAction> = {
  signedIn: SignedIn;
  input: InputOf<Action>;
  /** As the proxy or the start script found it. */
  clientAddress: string;
};

/** The result of an action that answers nothing stays on the server. */
type Answer<Action extends ProjectAction | AccountAction> = Promise<
  z.output<typeof nothing> extends OutputOf<Action> ? unknown : OutputOf<Action>
>;

/** A handler for each action of a table. */
export type ProjectHandlers<Table extends Record<string, ProjectAction>> = {
  [Name in keyof Table]: (call: ProjectCall<Table[Name]>) => Answer<Table[Name]>;
};
export type AccountHandlers<Table extends Record<string, AccountAction>> = {
  [Name in keyof Table]: (call: AccountCall<Table[Name]>) => Answer<Table[Name]>;
};
