// Test files share their worker's modules, and Stryker reports all that was covered after each file: without this, each
// report would repeat those of the files before it.
import "./write-coverage";

const coverage = globalThis.__stryker__?.mutantCoverage;
if (coverage !== undefined) coverage.perTest = {};
