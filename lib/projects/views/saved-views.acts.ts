import { z } from "zod";
import { act } from "@/lib/platform/acts";
import { fault } from "@/lib/platform/faults/fault.rules";
import { nothing, says, text } from "@/lib/platform/primitives.schema";
import type { ByMember } from "@/lib/projects/project-access";
import { savedLists } from "./saved-view.rules";
import { removeView, saveView } from "./saved-views";

const named = {
  list: z.enum(savedLists),
  name: text(60).refine((given) => given.trim() !== "", says(fault("fields.required"))),
};

/** Named filters of the dashboard's lists. */
export const savedViewActs = {
  save: act(
    {
      permission: "checkouts.create",
      fresh: false,
      input: z.object({ ...named, query: z.string().max(2_000) }),
    },
    (parts: Parameters<typeof saveView>[0], { access }: ByMember, given) => saveView(parts, access, given),
    { dashboard: { name: "saveView", output: nothing } },
  ),
  remove: act(
    { permission: "checkouts.create", fresh: false, input: z.object(named) },
    (parts: Parameters<typeof removeView>[0], { access }: ByMember, given) =>
      removeView(parts, access, given),
    { dashboard: { name: "removeView", output: nothing } },
  ),
};
