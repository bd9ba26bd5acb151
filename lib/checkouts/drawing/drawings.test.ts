import { EventEmitter } from "node:events";
import type { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { LinkPreview } from "./drawing.rules";
import { createDrawings, type DrawingOrder } from "./drawings";

const preview = (title: string, logoDigest: string | null = null): LinkPreview => ({
  kind: "preview",
  texts: { language: "en", merchant: "Corner Coffee", title, price: null },
  accent: "#0a7d4b",
  logoDigest,
});

/** A thread that draws when told to; it has drawn the titles in `drawn`. */
class ScriptedThread extends EventEmitter {
  readonly drawn: string[] = [];
  readonly logos: (Uint8Array | null)[] = [];
  isEnded = false;
  finish: () => void = () => undefined;

  constructor(private readonly waits: boolean) {
    super();
  }

  postMessage({ drawing, logo }: DrawingOrder): void {
    const title = drawing.kind === "preview" ? drawing.texts.title : "";
    this.drawn.push(title);
    this.logos.push(logo);
    this.finish = () => this.emit("message", { bytes: Buffer.from(title) });
    if (!this.waits) this.finish();
  }

  unref(): void {}

  async terminate(): Promise<number> {
    this.isEnded = true;
    return 0;
  }
}

function makeDrawings({ waits = false, logo = null as Uint8Array | null } = {}) {
  const threads: ScriptedThread[] = [];
  const drawings = createDrawings({
    logos: { findLogo: async () => (logo === null ? null : { mediaType: "image/webp", bytes: logo }) },
    startWorker: () => {
      threads.push(new ScriptedThread(waits));
      return threads.at(-1) as unknown as Worker;
    },
  });
  return { ...drawings, threads, drawn: () => threads.flatMap((thread) => thread.drawn) };
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

/** Everything that needs no timer has happened. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

afterEach(() => void vi.useRealTimers());

describe("drawings", () => {
  test("are drawn one at a time, each once while it waits and afterwards", async () => {
    const { read, threads, drawn } = makeDrawings({ waits: true });
    const files = ["a", "b", "a"].map((title) => read(preview(title)));
    await settled();
    expect(drawn()).toEqual(["a"]);
    threads[0]?.finish();
    await settled();
    expect(drawn()).toEqual(["a", "b"]);
    threads[0]?.finish();
    expect((await Promise.all(files)).map(text)).toEqual(["a", "b", "a"]);
    expect(text(await read(preview("a")))).toBe("a");
    expect(drawn()).toEqual(["a", "b"]);
    expect(threads).toHaveLength(1);
  });

  test("are counted only where one has to be drawn, and not drawn when that is refused", async () => {
    const { read, drawn } = makeDrawings();
    const admit = vi.fn(async () => undefined);
    await read(preview("a"), admit);
    await read(preview("a"), admit);
    expect(admit).toHaveBeenCalledTimes(1);
    await expect(read(preview("b"), async () => Promise.reject(new Error("too many")))).rejects.toThrow(
      "too many",
    );
    expect(drawn()).toEqual(["a"]);
  });

  test("that were counted together are eight at once, too", async () => {
    const { read } = makeDrawings({ waits: true });
    const refused: number[] = [];
    for (let at = 0; at < 9; at++) read(preview(`a${at}`), settled).catch(() => refused.push(at));
    await settled();
    await settled();
    expect(refused).toEqual([8]);
  });

  test("beyond eight at once are refused with the seconds to wait, and count for nobody", async () => {
    const { read, threads, drawn } = makeDrawings({ waits: true });
    const first = Array.from({ length: 8 }, (_, at) => read(preview(`a${at}`)));
    await settled();
    const admit = vi.fn(async () => undefined);
    await expect(read(preview("b"), admit)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      status: 503,
      retryAfterSeconds: 2,
    });
    expect(admit).not.toHaveBeenCalled();
    for (let at = 0; at < 8; at++) {
      threads[0]?.finish();
      await settled();
    }
    await Promise.all(first);
    const next = read(preview("b"), admit);
    await settled();
    threads[0]?.finish();
    expect(text(await next)).toBe("b");
    expect(drawn()).toHaveLength(9);
  });

  test("that were asked for long ago are forgotten when others fill the memory", async () => {
    const { read, drawn } = makeDrawings();
    const long = (at: number) => `${at}`.padEnd(3 * 2 ** 20, "x");
    for (const at of [0, 1, 0, 2, 0, 1]) await read(preview(long(at)));
    expect(drawn().map((title) => title.slice(0, 1))).toEqual(["0", "1", "2", "1"]);
  });

  test("show the stored logo, and one without the logo that was just replaced is not kept", async () => {
    const logo = Buffer.from("logo");
    const shown = makeDrawings({ logo });
    await shown.read(preview("a", "digest"));
    expect(shown.threads[0]?.logos).toEqual([logo]);
    const replaced = makeDrawings();
    for (let time = 0; time < 2; time++) await replaced.read(preview("a", "digest"));
    expect(replaced.drawn()).toEqual(["a", "a"]);
  });

  test("go on in another thread after one that failed, ended or took too long", async () => {
    vi.useFakeTimers();
    const { read, threads } = makeDrawings({ waits: true });
    const failed = read(preview("a"));
    await vi.advanceTimersByTimeAsync(0);
    threads[0]?.emit("message", { failure: "no such font" });
    await expect(failed).rejects.toThrow("no such font");
    const crashed = read(preview("a"));
    await vi.advanceTimersByTimeAsync(0);
    threads[1]?.emit("error", new Error("out of memory"));
    await expect(crashed).rejects.toThrow("out of memory");
    const endless = read(preview("a"));
    const refused = expect(endless).rejects.toThrow("took more than");
    await vi.advanceTimersByTimeAsync(15_000);
    await refused;
    expect(threads.map(({ isEnded }) => isEnded)).toEqual([true, true, true]);
    const drawn = read(preview("a"));
    await vi.advanceTimersByTimeAsync(0);
    threads[3]?.finish();
    expect(text(await drawn)).toBe("a");
  });

  test("end their thread when nothing was drawn for a while", async () => {
    vi.useFakeTimers();
    const { read, threads } = makeDrawings();
    await read(preview("a"));
    await vi.advanceTimersByTimeAsync(20_000);
    await read(preview("b"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(threads[0]?.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(threads[0]?.isEnded).toBe(true);
    await read(preview("c"));
    expect(threads).toHaveLength(2);
  });
});
