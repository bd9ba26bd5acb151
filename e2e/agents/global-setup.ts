import { buildTestContracts } from "@/lib/contracts/run.mjs";
import startService from "../global-setup";
import { tools } from "./tools";

/** Installs the clients, compiles the tests' tokens and starts the service. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await tools.install();
  await buildTestContracts();
  return startService();
}
