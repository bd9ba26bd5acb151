import { seededRandom } from "@/lib/testing/fault-proxy-faults";

/** Choices that a seed makes. */
export type Draw = {
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  pick<T>(choices: readonly T[]): T;
  /** One of the names, by weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
  shuffle<T>(items: readonly T[]): T[];
};

export function drawFrom(seed: number): Draw {
  const random = seededRandom(seed);
  // Neighbouring seeds begin alike.
  for (let skipped = 0; skipped < 8; skipped++) random();
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[whole(0, choices.length - 1)];
    if (choice === undefined) throw new Error("there is nothing to draw from");
    return choice;
  };
  return {
    chance: (probability) => random() < probability,
    whole,
    pick,
    weighted: <Name extends string>(weights: Readonly<Record<Name, number>>) => {
      const entries = Object.entries(weights) as [Name, number][];
      const sum = entries.reduce((total, [, weight]) => total + weight, 0);
      let rest = random() * sum;
      for (const [name, weight] of entries) {
        rest -= weight;
        if (rest < 0) return name;
      }
      return pick(entries.map(([name]) => name));
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, at: random() }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
  };
}

/** A seed of its own for the n-th part of a run, so that what one part draws moves no other. */
export function partSeed(seed: number, part: number): number {
  return (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(part + 1, 0x85ebca6b)) >>> 0;
}
