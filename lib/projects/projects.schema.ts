import { fault } from "@/lib/platform/faults/fault.rules";
import { says, text } from "@/lib/platform/primitives.schema";
import { oneLine } from "@/lib/platform/values/one-line.rules";

/** A shop's name for its customers: one line of visible characters. */
export const projectName = text(80)
  .transform(oneLine)
  .refine((name) => name !== "", says(fault("accounts.enterName")));
