/**
 * Preloaded into a process, it shifts that process's clock by the milliseconds that the file DRILL_CLOCK holds. The
 * machine's own clock stays as it is.
 */
import { readFileSync } from "node:fs";

const real = Date;
let shiftMs = 0;
const read = () => {
  shiftMs = Number(readFileSync(process.env.DRILL_CLOCK, "utf8"));
};
read();
setInterval(read, 200).unref();

const now = () => real.now() + shiftMs;
globalThis.Date = new Proxy(real, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  apply: () => new real(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
});
