/**
 * A process that says a line each 10 ms, and reports by a line what no one awaited, as Next does: for tests to
 * leave without a reader. Its argument is `outlives` or `as-it-is`. It ends with 7 when it has done nothing but
 * report a thousand errors, and with 0 when it is told to stop.
 */
import { outliveReaders } from "@/lib/platform/process/output";

let reported = 0;
process.on("uncaughtException", (error) => {
  reported += 1;
  if (reported > 1_000) process.exit(7);
  console.error(error);
});
process.on("SIGTERM", () => process.exit(0));
if (process.argv[2] === "outlives") outliveReaders(process);
setInterval(() => console.log("a line"), 10);
