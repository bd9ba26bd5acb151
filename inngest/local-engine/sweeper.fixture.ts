import { appendFileSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { createLocalEngine } from "@/inngest/local-engine";
import { APP_ID, createInngestClient, registerLocalEngine } from "@/inngest/worker/create-client";
import { createHandler } from "@/inngest/worker/handler";
import { readDefinition } from "./definition";

/**
 * A process for `resume.test.ts` to kill. Files in `<folder>/due` are its due work, as rows are in the database; a step
 * is done when its file has moved to `<folder>/done`. The step of the item `heldAt` does not end. The process ends by
 * itself when there is no run left.
 */
const [folder = "", heldAt = ""] = process.argv.slice(2);
const quiet = (): void => {};
const client = createInngestClient({
  mode: "local",
  logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
});

const sweep = client.createFunction({ id: "sweep", triggers: [{ cron: "0 0 1 1 *" }] }, async ({ step }) => {
  const due = await step.run("find", () => readdirSync(join(folder, "due")).sort());
  for (const item of due) {
    await step.run(`work ${item}`, async () => {
      appendFileSync(join(folder, "log"), `begin ${item}\n`);
      if (item === heldAt) await wait(600_000);
      renameSync(join(folder, "due", item), join(folder, "done", item));
    });
  }
});

const engine = createLocalEngine({
  serve: createHandler(client, [sweep]),
  definitions: [readDefinition(sweep, APP_ID)],
  log: { info: quiet, warn: quiet, error: quiet },
  runCronsAtStart: true,
});
registerLocalEngine(engine);
engine.start();
await engine.idle();
await engine.stop();
