import { z } from "zod";
import type { ProjectAction } from "@/lib/accounts/account.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import { nothing, says, text } from "@/lib/platform/primitives.schema";
import { savedLists } from "./saved-view.rules";

const name = text(60).refine((given) => given.trim() !== "", says(fault("fields.required")));

/** Named filters of the dashboard's lists. */
export const viewActions = {
  saveView: {
    permission: "checkouts.create",
    fresh: false,
    input: z.object({ list: z.enum(savedLists), name, query: z.string().max(2_000) }),
    output: nothing,
  },
  removeView: {
    permission: "checkouts.create",
    fresh: false,
    input: z.object({ list: z.enum(savedLists), name }),
    output: nothing,
  },
} as const satisfies Record<string, ProjectAction>;
