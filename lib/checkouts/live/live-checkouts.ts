import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { Log } from "@/lib/platform/log";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { CheckoutMarks } from "./checkout-marks.store";
import type { ShownCheckout } from "./live-stream";
import {
  createMailbox,
  createStreamPlaces,
  type LiveStream,
  type Mailbox,
  type StreamLimits,
} from "./live-stream";

export type LiveDeps = {
  log: Log;
  random: () => number;
  checkoutMarks: CheckoutMarks;
  /** @throws CheckoutError CHECKOUT_NOT_FOUND */
  show(checkoutId: string): Promise<ShownCheckout>;
};

export type LiveCheckouts = {
  /**
   * Tells the fingerprint of what the payment page shows: at once, whenever it is another one, and the same again
   * while the database was just seen to say so. Ends after some minutes, and with the last screen.
   *
   * @param client who asks; streams are counted by it
   * @throws CheckoutError CHECKOUT_NOT_FOUND, RATE_LIMIT_EXCEEDED
   */
  follow(checkoutId: string, client: string): Promise<LiveStream>;
  /** Ends all streams and opens none any more. */
  close(): void;
};

const lookEveryMs = 300;
const longestBackOffMs = 5_000;
/** Ids in one statement. */
const idsPerLook = 500;
/** Changed checkouts that are read at a time: a pool of connections serves all other requests too. */
const readsAtOnce = 4;
/** A page that hears nothing for longer asks by itself (`lib/browser/poll-schedule.ts`). */
const tellAgainMs = 10_000;
const streamForMs = 300_000;
/** What was read longer ago is read again for who comes new. */
const freshMs = 2_000;

type Stream = { mailbox: Mailbox; toldAt: number; endsAt: number };
/** What was read of a checkout, under the mark that it had before. */
type Reading = { mark: string; shown: ShownCheckout; readAt: number };
type Topic = Reading & { streams: Set<Stream> };

/**
 * One look for all open pages of a process: it reads the marks of all checkouts that are followed, and reads again
 * those whose mark changed or whose time has come. It sleeps while no one follows anything.
 */
export function createLiveCheckouts(deps: LiveDeps, limits: StreamLimits): LiveCheckouts {
  const { log, random, checkoutMarks, show } = deps;
  const places = createStreamPlaces(limits);
  const topics = new Map<string, Topic>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isLooking = false;
  let failures = 0;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function schedule(): void {
    if (timer !== null || isLooking || isClosed || topics.size === 0) return;
    const delay = Math.min(lookEveryMs * 2 ** failures, longestBackOffMs);
    timer = setTimeout(() => void look(), delay);
  }

  async function look(): Promise<void> {
    timer = null;
    isLooking = true;
    try {
      const ids = [...topics.keys()];
      for (let at = 0; at < ids.length; at += idsPerLook) await lookAt(ids.slice(at, at + idsPerLook));
      failures = 0;
      lookedAt = performance.now();
      tellAgain();
    } catch (error) {
      // Pages hear nothing meanwhile, and so ask by themselves and say what is wrong.
      if (failures === 0) log.warn({ error }, "open pages cannot be told of changes; it is tried again");
      failures += 1;
    }
    isLooking = false;
    endOldStreams();
    schedule();
  }

  async function lookAt(ids: readonly string[]): Promise<void> {
    const marks = await checkoutMarks.read(ids);
    const now = performance.now();
    const stale = ids.flatMap((id): [string, string][] => {
      const topic = topics.get(id);
      const mark = marks.get(id);
      if (topic === undefined || mark === undefined) return [];
      const isGood = topic.mark === mark && now < topic.readAt + topic.shown.goodForMs;
      return isGood ? [] : [[id, mark]];
    });
    const readNext = async (): Promise<void> => {
      for (let next = stale.pop(); next !== undefined; next = stale.pop()) await readAgain(...next);
    };
    await Promise.all(Array.from({ length: readsAtOnce }, readNext));
  }

  /** One that cannot be read must not hold up the others: its pages are sent away, and ask by themselves. */
  async function readAgain(id: string, mark: string): Promise<void> {
    const topic = topics.get(id);
    if (topic === undefined) return;
    try {
      renew(topic, await read(id, mark));
    } catch (error) {
      log.warn({ error, checkoutId: id }, "a checkout that is followed cannot be read; its streams end");
      endAll(topic);
    }
  }

  async function read(id: string, mark: string): Promise<Reading> {
    const readAt = performance.now();
    return { mark, shown: await show(id), readAt };
  }

  function renew(topic: Topic, { mark, shown, readAt }: Reading): void {
    if (readAt < topic.readAt) return;
    const isNews = shown.fingerprint !== topic.shown.fingerprint;
    Object.assign(topic, { mark, shown, readAt });
    if (isNews) for (const stream of topic.streams) tell(stream, shown);
  }

  function tell(stream: Stream, { fingerprint, isLast }: ShownCheckout): void {
    stream.toldAt = performance.now();
    stream.mailbox.offer(fingerprint);
    if (isLast) stream.mailbox.end();
  }

  function tellAgain(): void {
    const now = performance.now();
    for (const { shown, streams } of topics.values())
      for (const stream of streams) if (now >= stream.toldAt + tellAgainMs) tell(stream, shown);
  }

  function endOldStreams(): void {
    const now = performance.now();
    for (const { streams } of topics.values())
      for (const { mailbox, endsAt } of streams) if (now >= endsAt) mailbox.end();
  }

  function endAll({ streams }: Topic): void {
    for (const { mailbox } of streams) mailbox.end();
  }

  /** The mark is read first: what changes between the two is another mark at the next look. */
  async function open(id: string): Promise<Topic> {
    const known = topics.get(id);
    if (known !== undefined && performance.now() < lookedAt + freshMs) return known;
    const mark = (await checkoutMarks.read([id])).get(id);
    if (mark === undefined) throw checkoutNotFound();
    const reading = await read(id, mark);
    // Another page may have come meanwhile.
    const topic = topics.get(id);
    if (topic === undefined) return { ...reading, streams: new Set() };
    renew(topic, reading);
    return topic;
  }

  return {
    async follow(id, client) {
      const giveBack = places.take(client, id);
      let topic: Topic;
      try {
        const opened = await open(id);
        // Of pages that come together one is first: what is followed beside `topics` would be told nothing more.
        topic = topics.get(id) ?? opened;
        if (isClosed) throw stopping();
      } catch (error) {
        giveBack();
        throw error;
      }
      topics.set(id, topic);
      const now = performance.now();
      const mailbox = createMailbox(() => {
        giveBack();
        topic.streams.delete(stream);
        if (topic.streams.size === 0 && topics.get(id) === topic) topics.delete(id);
      });
      // Spread, so that pages which came together do not come again together.
      const stream: Stream = { mailbox, toldAt: now, endsAt: now + streamForMs * (0.8 + 0.4 * random()) };
      topic.streams.add(stream);
      tell(stream, topic.shown);
      schedule();
      return mailbox;
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      for (const topic of topics.values()) endAll(topic);
    },
  };
}

function stopping(): CheckoutError {
  return new CheckoutError("RATE_LIMIT_EXCEEDED", "This process is stopping. Connect again in a moment.", {
    retryAfterSeconds: 1,
  });
}
