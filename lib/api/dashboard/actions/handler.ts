import type { nothing } from "@/lib/platform/primitives.schema";
import "server-only";
import type { z } from "zod";
import type { InputOf, OutputOf, ProjectAction } from "@/lib/accounts/account.schema";
import type { ProjectAccess } from "@/lib/projects/project-access";

export type ProjectCall<Action extends ProjectAction> = {
  access: ProjectAccess;
  input: InputOf<Action>;
};

/** The result of an action that answers nothing stays on the server. */
type Answer<Action extends ProjectAction> = Promise<
  z.output<typeof nothing> extends OutputOf<Action> ? unknown : OutputOf<Action>
>;

/** A handler for each action of a table. */
export type ProjectHandlers<Table extends Record<string, ProjectAction>> = {
  [Name in keyof Table]: (call: ProjectCall<Table[Name]>) => Answer<Table[Name]>;
};
