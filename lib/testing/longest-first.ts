import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Short files whose tests take minutes: one of them begun last would keep a single core busy at the end. */
const long = /checkout-model|settle-kills|faults(-random)?\.int|reliability|embedded-postgres/;

/** Vitest's own order, by size where no earlier durations are known, behind the files that take longest. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
