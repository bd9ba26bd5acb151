import { npmTools } from "../support/npm-tools";

/** The judges: no other command needs them. */
export const {
  install: installTools,
  programOf,
  run: runTool,
  emptyFolder,
} = npmTools(
  "judges",
  new URL("tools/", import.meta.url),
  "Prism, Portman, newman, three client generators, Lighthouse and cyclonedx-npm",
);
