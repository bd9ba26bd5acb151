import type { Random } from "./random";

/** After this long the one whose turn it was is taken to wait for the other. */
const blockedAfterMs = 40;

/** Lets two instances work at the same time, one statement outside a transaction, call or post after the other. */
export type Interleaving = {
  /** Whether two instances work at the same time now. */
  isOn(): boolean;
  turn(instance: number): Promise<void>;
  run(random: Random, works: readonly (() => Promise<unknown>)[]): Promise<void>;
};

export function createInterleaving(): Interleaving {
  let random: Random | null = null;
  let working = new Set<number>();
  let active: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const waiting: { instance: number; go: () => void }[] = [];

  function choose(isBlocked = false): void {
    if (active !== null && !isBlocked) return;
    const present = new Set(waiting.map(({ instance }) => instance));
    if (waiting.length === 0 || (!isBlocked && [...working].some((instance) => !present.has(instance)))) {
      return;
    }
    const next = random?.pick(waiting) ?? waiting[0];
    if (next === undefined) return;
    waiting.splice(waiting.indexOf(next), 1);
    active = next.instance;
    clearTimeout(timer);
    timer = setTimeout(() => choose(true), blockedAfterMs);
    next.go();
  }

  return {
    isOn: () => random !== null,
    turn: (instance) =>
      random === null
        ? Promise.resolve()
        : new Promise((go) => {
            waiting.push({ instance, go });
            if (active === instance) active = null;
            choose();
          }),
    async run(given, works) {
      random = given;
      working = new Set(works.keys());
      timer = setTimeout(() => choose(true), blockedAfterMs);
      await Promise.all(
        works.map((work, instance) =>
          work().finally(() => {
            working.delete(instance);
            if (active === instance) active = null;
            choose();
          }),
        ),
      );
      clearTimeout(timer);
      random = null;
      active = null;
      for (const { go } of waiting.splice(0)) go();
    },
  };
}
