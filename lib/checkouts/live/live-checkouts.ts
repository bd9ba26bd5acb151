import type { CheckoutMarks } from "@/lib/checkouts/live/checkout-marks.store";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { Log } from "@/lib/platform/log";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { LiveCheckout } from "./live-stream";
import {
  createMailbox,
  createStreamPlaces,
  type LiveStream,
  type Mailbox,
  type StreamLimits,
} from "./live-stream";

export type LiveParts = {
  log: Log;
  random: () => number;
  checkoutMarks: CheckoutMarks;
  /** @throws CheckoutError CHECKOUT_NOT_FOUND */
  show(checkoutId: string): Promise<LiveCheckout>;
};

export type LiveCheckouts = {
  /**
   * Streams the fingerprint of the payment page: at once, on each change, and repeated while the database confirms it.
   * Ends after some minutes, and with the last screen.
   *
   * @param client the requester, by whom we count streams
   * @throws CheckoutError CHECKOUT_NOT_FOUND, RATE_LIMIT_EXCEEDED
   */
  follow(checkoutId: string, client: string): Promise<LiveStream>;
  /** Ends all streams and opens no more. */
  close(): void;
};

const pollIntervalMs = 300;
const longestBackOffMs = 5_000;
/** Ids in one statement. */
const idsPerRead = 500;
/** Changed checkouts read at a time: other requests share the connection pool. */
const readsAtOnce = 4;
/** A page that receives nothing for longer starts polling (`lib/browser/poll-schedule.ts`). */
const tellAgainMs = 10_000;
const streamForMs = 300_000;
/** An older reading is refreshed for a new page. */
const freshMs = 2_000;

type Stream = { mailbox: Mailbox; sentAt: number; endsAt: number };
/** A checkout's view, with the mark read before it. */
type Reading = { mark: string; view: LiveCheckout; readAt: number };
type Topic = Reading & { streams: Set<Stream> };

/**
 * One loop for all open pages of a process: it reads the marks of all followed checkouts, and rereads those whose mark
 * changed or whose view is due. It sleeps while no page follows anything.
 */
export function createLiveCheckouts(deps: LiveParts, limits: StreamLimits): LiveCheckouts {
  const { log, random, checkoutMarks, show } = deps;
  const places = createStreamPlaces(limits);
  const topics = new Map<string, Topic>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  let isPolling = false;
  let failures = 0;
  let polledAt = Number.NEGATIVE_INFINITY;
  let isClosed = false;

  function schedule(): void {
    if (timer !== null || isPolling || isClosed || topics.size === 0) return;
    const delay = Math.min(pollIntervalMs * 2 ** failures, longestBackOffMs);
    timer = setTimeout(() => void pollMarks(), delay);
  }

  async function pollMarks(): Promise<void> {
    timer = null;
    isPolling = true;
    try {
      const ids = [...topics.keys()];
      for (let at = 0; at < ids.length; at += idsPerRead) await rereadChanged(ids.slice(at, at + idsPerRead));
      failures = 0;
      polledAt = performance.now();
      tellAgain();
    } catch (error) {
      // Meanwhile pages receive nothing, so they poll and show the problem themselves.
      if (failures === 0) log.warn({ error }, "could not read changes for open pages; retrying");
      failures += 1;
    }
    isPolling = false;
    endOldStreams();
    schedule();
  }

  async function rereadChanged(ids: readonly string[]): Promise<void> {
    const marks = await checkoutMarks.read(ids);
    const now = performance.now();
    const stale = ids.flatMap((id): [string, string][] => {
      const topic = topics.get(id);
      const mark = marks.get(id);
      if (topic === undefined || mark === undefined) return [];
      const isGood = topic.mark === mark && now < topic.readAt + topic.view.goodForMs;
      return isGood ? [] : [[id, mark]];
    });
    const readNext = async (): Promise<void> => {
      for (let next = stale.pop(); next !== undefined; next = stale.pop()) await readAgain(...next);
    };
    await Promise.all(Array.from({ length: readsAtOnce }, readNext));
  }

  /** A checkout that cannot be read must not delay the others: we close its streams, and its pages poll. */
  async function readAgain(id: string, mark: string): Promise<void> {
    const topic = topics.get(id);
    if (topic === undefined) return;
    try {
      renew(topic, await read(id, mark));
    } catch (error) {
      log.warn({ error, checkoutId: id }, "could not read a followed checkout; closing its streams");
      endAll(topic);
    }
  }

  async function read(id: string, mark: string): Promise<Reading> {
    const readAt = performance.now();
    return { mark, view: await show(id), readAt };
  }

  function renew(topic: Topic, { mark, view, readAt }: Reading): void {
    if (readAt < topic.readAt) return;
    const isNews = view.fingerprint !== topic.view.fingerprint;
    Object.assign(topic, { mark, view, readAt });
    if (isNews) for (const stream of topic.streams) tell(stream, view);
  }

  function tell(stream: Stream, { fingerprint, isLast }: LiveCheckout): void {
    stream.sentAt = performance.now();
    stream.mailbox.offer(fingerprint);
    if (isLast) stream.mailbox.end();
  }

  function tellAgain(): void {
    const now = performance.now();
    for (const { view, streams } of topics.values())
      for (const stream of streams) if (now >= stream.sentAt + tellAgainMs) tell(stream, view);
  }

  function endOldStreams(): void {
    const now = performance.now();
    for (const { streams } of topics.values())
      for (const { mailbox, endsAt } of streams) if (now >= endsAt) mailbox.end();
  }

  function endAll({ streams }: Topic): void {
    for (const { mailbox } of streams) mailbox.end();
  }

  /** We read the mark first: a change between the two reads shows up as a new mark next time. */
  async function open(id: string): Promise<Topic> {
    const known = topics.get(id);
    if (known !== undefined && performance.now() < polledAt + freshMs) return known;
    const mark = (await checkoutMarks.read([id])).get(id);
    if (mark === undefined) throw checkoutNotFound();
    const reading = await read(id, mark);
    // Another page may have opened it meanwhile.
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
        // Only the first of concurrent pages registers the topic; one outside `topics` would get no updates.
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
      // Jitter, so that pages that opened together do not reconnect together.
      const stream: Stream = { mailbox, sentAt: now, endsAt: now + streamForMs * (0.8 + 0.4 * random()) };
      topic.streams.add(stream);
      tell(stream, topic.view);
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
  return new CheckoutError("RATE_LIMIT_EXCEEDED", fault("checkouts.stopping"), {
    retryAfterSeconds: 1,
  });
}
