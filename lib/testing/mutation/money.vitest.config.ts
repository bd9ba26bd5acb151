import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import shared from "../../../vitest.config";

const asked = process.argv.filter((argument) => argument.endsWith(".test.ts"));

/** In the order of the command line: a mutant dies with the first test that fails. */
class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) =>
      asked.findIndex((name) => moduleId.endsWith(path.normalize(name)));
    return files.toSorted((one, other) => place(one) - place(other));
  }
}

const rooms = "lib/{checkouts,payments,refunds,settlement,chain/sender}/**";
const project = {
  setupFiles: ["lib/testing/fixed-seeds.ts", "lib/testing/mutation/write-coverage.ts"],
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/** The tests of the use cases that move money, on the PostgreSQL that `money.ts` started. */
export default defineConfig({
  ...shared,
  test: {
    ...shared.test,
    sequence: { sequencer: AsAsked },
    projects: [
      {
        extends: true,
        test: {
          ...project,
          name: "unit",
          include: [`${rooms}/*.test.ts`],
          exclude: ["**/*.int.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          ...project,
          name: "integration",
          include: [`${rooms}/*.int.test.ts`],
          // They take minutes for each mutant.
          exclude: ["**/{checkout-model*,faults-random}.int.test.ts", "**/*.full.int.test.ts"],
          globalSetup: ["lib/testing/mutation/use-postgres.ts"],
        },
      },
    ],
  },
});
