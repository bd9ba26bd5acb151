import type { z } from "zod";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { Permission } from "./roles.rules";

/** A member's action in a project, from the dashboard. */
export type ProjectAction = {
  permission: Permission;
  input: z.ZodType;
  /** The browser's answer; nothing else leaves the server. */
  output: z.ZodType;
  /**
   * Whether it needs a proof of identity within the last minutes. Each action decides: an old session must not change
   * prices, keys or receivers.
   */
  fresh: boolean;
};

/** A person's action on their own account. */
export type AccountAction = Omit<ProjectAction, "permission">;

export type InputOf<Action extends { input: z.ZodType }> = z.output<Action["input"]>;
export type OutputOf<Action extends { output: z.ZodType }> = z.output<Action["output"]>;

/** How long a proof of identity counts as fresh. */
export const freshForMs = 10 * minuteMs;
