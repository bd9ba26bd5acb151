import type { z } from "zod";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { Permission } from "./roles.rules";

/** Something a member does in a project from the dashboard. */
export type ProjectAction = {
  permission: Permission;
  input: z.ZodType;
  /** What the browser is told; nothing else leaves the server. */
  output: z.ZodType;
  /** Whether it takes a proof of identity within the last minutes. Each action decides: an old session must not change prices, keys or receivers. */
  fresh: boolean;
};

/** Something a person does to their own account. */
export type AccountAction = Omit<ProjectAction, "permission">;

export type InputOf<Action extends { input: z.ZodType }> = z.output<Action["input"]>;
export type OutputOf<Action extends { output: z.ZodType }> = z.output<Action["output"]>;

/** How long after a proof of who they are someone may do what asks for one. */
export const freshForMs = 10 * minuteMs;
