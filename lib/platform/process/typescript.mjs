/**
 * Preloaded (`node --import`) into every TypeScript program of this repository that runs outside Next:
 *
 * - tsx compiles it and knows the `@/` paths;
 * - `server-only`, which throws outside Next, becomes an empty module. The `react-server` condition would do
 *   that too, but would also swap React for its server build;
 * - a host's addresses get enough time to be reached;
 * - when the program that started this one is gone, even killed, this one gets a signal to stop.
 *
 * A program starts another one alike with `spawn(process.execPath, [...process.execArgv, "lib/…/name.ts"])`.
 */
import { register } from "node:module";
import { Socket } from "node:net";
import "tsx";
import "./connection-attempts.mjs";

register(
  `data:text/javascript,${encodeURIComponent(`
    export const resolve = (specifier, context, next) =>
      specifier === "server-only" ? { url: "data:text/javascript,", shortCircuit: true } : next(specifier, context);
  `)}`,
);

const parentPipe = Number(process.env.PARENT_PIPE_FD);
delete process.env.PARENT_PIPE_FD;
if (parentPipe > 2) {
  const pipe = new Socket({ fd: parentPipe });
  pipe.on("error", () => undefined);
  pipe.once("close", () => {
    // Windows has no signals: sent to itself, one would end the process at once.
    if (process.platform !== "win32") process.kill(process.pid, "SIGTERM");
    else if (!process.emit("SIGTERM")) process.exit(143);
  });
  pipe.resume();
  pipe.unref();
}
