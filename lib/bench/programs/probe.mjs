/**
 * Preloaded into a server by `npm run bench -- --explain`: counts what one request does, and profiles the server under
 * load. The bench asks it through a socket on this machine; the product has no instrumentation.
 */
import { AsyncLocalStorage, createHook } from "node:async_hooks";
import { Hash } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import { createServer } from "node:http";
import { Session } from "node:inspector/promises";
import pg from "pg";

/** @typedef {import("../explain/ask-probe").Counted} Counted */

/** @type {AsyncLocalStorage<Counted & { startedAt: number }>} */
const requests = new AsyncLocalStorage();
/** The path whose next request is counted; null for none. */
let wantedPath = null;
let counted = null;
const session = new Session();
session.connect();

const promises = createHook({
  init(_id, type) {
    const record = type === "PROMISE" ? requests.getStore() : undefined;
    if (record !== undefined && record.answeredMs === null) record.promises += 1;
  },
});

subscribe("http.server.request.start", ({ request, response }) => {
  if (wantedPath === null || request.url !== wantedPath) return;
  wantedPath = null;
  const record = { startedAt: performance.now(), statements: [], promises: 0, shaBytes: 0, answeredMs: null };
  counted = record;
  response.once("finish", () => {
    record.answeredMs = performance.now() - record.startedAt;
  });
  requests.enterWith(record);
});

const { query } = pg.Client.prototype;
pg.Client.prototype.query = function (config, ...rest) {
  const record = requests.getStore();
  if (record === undefined) return query.call(this, config, ...rest);
  const startedAt = performance.now();
  const statement = {
    text: typeof config === "string" ? config : config.text,
    name: config.name ?? null,
    startedMs: startedAt - record.startedAt,
    ms: null,
  };
  record.statements.push(statement);
  const end = () => {
    statement.ms = performance.now() - startedAt;
  };
  const callback = rest.at(-1);
  if (typeof callback === "function")
    return query.call(this, config, ...rest.slice(0, -1), (...answer) => {
      end();
      callback(...answer);
    });
  const result = query.call(this, config, ...rest);
  result?.then?.(end, end);
  return result;
};

const { update } = Hash.prototype;
Hash.prototype.update = function (data, ...rest) {
  const record = requests.getStore();
  if (record !== undefined && record.answeredMs === null) record.shaBytes += Buffer.byteLength(data);
  return update.call(this, data, ...rest);
};

/** What the bench may ask; each answers once it has been done. */
const acts = {
  async count(path) {
    await session.post("Profiler.enable");
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    counted = null;
    wantedPath = path;
    promises.enable();
  },
  async counted() {
    promises.disable();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    await session.post("Profiler.stopPreciseCoverage");
    const scripts = result.filter(({ url }) => url.includes("/.next/server/"));
    return { ...counted, scripts };
  },
  async profile() {
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: 500 });
    await session.post("Profiler.start");
  },
  async profiled() {
    const { profile } = await session.post("Profiler.stop");
    await session.post("Profiler.disable");
    return profile;
  },
};

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://probe");
  acts[pathname.slice(1)](searchParams.get("path")).then(
    (answer) => response.end(JSON.stringify(answer ?? null)),
    (error) => {
      console.error(error);
      response.destroy();
    },
  );
});
// A second process of the same server finds the socket taken.
server.on("error", () => undefined);
server.listen(process.env.BENCH_PROBE_SOCKET).unref();
