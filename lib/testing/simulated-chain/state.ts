/** Numbers by name, as they were after each block. */
export type State = {
  read(block: number, key: string): bigint;
  add(block: number, key: string, units: bigint): void;
  /** Forgets what came after this block. */
  rewind(block: number): void;
  /** Changes on top of the state after this block, which count only once they are committed. */
  draft(block: number): { read(key: string): bigint; add(key: string, units: bigint): void; commit(): void };
};

export function createState(): State {
  const versions = new Map<string, { block: number; value: bigint }[]>();
  /** What a reorganisation has to look at. */
  const changed: { block: number; key: string }[] = [];

  const state: State = {
    read: (block, key) => versions.get(key)?.findLast((version) => version.block <= block)?.value ?? 0n,
    add(block, key, units) {
      const value = state.read(block, key) + units;
      const known = versions.get(key) ?? [];
      versions.set(key, known);
      const newest = known.at(-1);
      if (newest?.block === block) newest.value = value;
      else known.push({ block, value });
      changed.push({ block, key });
    },
    rewind(block) {
      while ((changed.at(-1)?.block ?? block) > block) {
        const { key } = changed.pop() ?? { key: "" };
        const known = versions.get(key) ?? [];
        while ((known.at(-1)?.block ?? block) > block) known.pop();
      }
    },
    draft(block) {
      const added = new Map<string, bigint>();
      return {
        read: (key) => state.read(block, key) + (added.get(key) ?? 0n),
        add: (key, units) => void added.set(key, (added.get(key) ?? 0n) + units),
        commit: () => {
          for (const [key, units] of added) state.add(block, key, units);
        },
      };
    },
  };
  return state;
}
