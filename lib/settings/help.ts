import { z } from "zod";

/** What an operator has to know of a setting. */
type Help = {
  /** For the page of all settings, in Markdown. */
  meaning: string;
  /** For that page, where the schema's own default would not be understood, or another rule holds. */
  preset?: string;
  /** How to get a value, below the fault that it is missing. */
  missing?: string;
  /** The form of a value, below a fault that doesn't say it. */
  wrong?: string;
};

/** The one description of each setting, beside its schema; the documentation and the messages are made from it. */
export const help = z.registry<Help>();
