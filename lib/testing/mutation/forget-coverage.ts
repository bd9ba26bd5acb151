// Test files share their worker's modules, and Stryker reports all that was covered after each file: without this, each
// report would repeat those of the files before it.
declare global {
  var __stryker__: { mutantCoverage?: { static: object; perTest: object } } | undefined;
}

const coverage = globalThis.__stryker__?.mutantCoverage;
if (coverage !== undefined) coverage.perTest = {};

export {};
