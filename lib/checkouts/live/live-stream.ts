/** What one open page is told. It holds a single message, so that a page that reads slowly costs no more memory. */
export type LiveStream = {
  /** The newest message that was not taken yet, as soon as there is one; null once the stream has ended. */
  next(): Promise<string | null>;
  /** Tells nothing more; a message that waits is still handed out. Safe to call twice. */
  end(): void;
};

/** The side of a stream that is written to. */
export type Mailbox = LiveStream & {
  /** Takes the place of a message that nobody has taken. */
  offer(message: string): void;
};

/** @param onEnd called once */
export function createMailbox(onEnd: () => void): Mailbox {
  let waiting: string | null = null;
  let hasEnded = false;
  let wake: (() => void) | null = null;

  const ring = () => {
    wake?.();
    wake = null;
  };

  return {
    async next() {
      while (waiting === null && !hasEnded)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const message = waiting;
      waiting = null;
      return message;
    },
    offer(message) {
      if (hasEnded) return;
      waiting = message;
      ring();
    },
    end() {
      if (hasEnded) return;
      hasEnded = true;
      onEnd();
      ring();
    },
  };
}
