import { rm } from "node:fs/promises";
import { type Stack, type StackOptions, startStack } from "@/lib/demo/stack";
import { testPostgresSettings } from "@/lib/platform/process/embedded-postgres";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { makeDataRoot } from "./data-root";
import { isPlainNext } from "./plain-next";

export type OwnStack = Stack & { said: string[]; dataRoot: string };

/** A service of a test's own, for what would disturb others: crashes, restarts, other settings. */
export async function startOwnStack(options: Partial<StackOptions> = {}): Promise<OwnStack> {
  const dataRoot = options.dataRoot ?? (await makeDataRoot());
  const said: string[] = [];
  const stack = await startStack({
    mode: "test",
    plainNext: isPlainNext,
    port: await findLastingPort(),
    postgresSettings: testPostgresSettings,
    say: (line) => said.push(line),
    onServerOutput: () => undefined,
    ...options,
    dataRoot,
  });
  return {
    ...stack,
    said,
    dataRoot,
    stop: async () => {
      await stack.stop();
      // What a killed database leaves may still write a moment.
      if (options.dataRoot === undefined)
        await rm(dataRoot, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
