import type { TestProject } from "vitest/node";
import type {} from "../global-setup";

/** All runs share one PostgreSQL, which `money.ts` names in the environment. */
export default function setup(project: TestProject): void {
  project.provide("postgresAdminUrl", process.env.MUTATION_POSTGRES ?? "");
  project.provide("postgresTemplate", process.env.MUTATION_TEMPLATE ?? "");
}
