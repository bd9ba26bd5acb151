import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { FullConfig, FullResult, Reporter, Suite } from "@playwright/test/reporter";
import { operations } from "@/lib/api/operation-list";
import { answers, answersTable, missingSuccesses } from "./support/answers-table";

const apiFolder = fileURLToPath(new URL("./api", import.meta.url));

/**
 * Says at the end how often each operation answered with which status, and how many answers stood outside the
 * document. A run of all HTTP tests fails when an operation never succeeded in it.
 */
export default class AnswersReporter implements Reporter {
  private readonly folder = mkdtempSync(path.join(tmpdir(), "checkout-answers-"));
  private isWhole = false;

  constructor() {
    // Before any worker starts, for they inherit it.
    answers.keepIn(this.folder);
  }

  onBegin(config: FullConfig, suite: Suite): void {
    const files = new Set(suite.allTests().map((test) => test.location.file));
    const specs = readdirSync(apiFolder).filter(
      (file) => file.endsWith(".spec.ts") && (process.env.FULL === "1" || !file.endsWith(".full.spec.ts")),
    );
    const isFiltered =
      [config.grep].flat().some((grep) => grep.source !== ".*") || config.grepInvert !== null;
    this.isWhole = !isFiltered && specs.every((file) => files.has(path.join(apiFolder, file)));
  }

  onEnd(result: FullResult): Promise<{ status?: FullResult["status"] } | undefined> {
    const seen = answers.read();
    rmSync(this.folder, { recursive: true, force: true });
    if (seen.length === 0) return Promise.resolve(undefined);
    console.log(answersTable(operations, seen).join("\n"));
    const missing = this.isWhole ? missingSuccesses(operations, seen) : [];
    for (const id of missing) console.log(`No test has seen ${id} succeed.`);
    const isFine = missing.length === 0 && seen.every(({ outside }) => outside === null);
    return Promise.resolve(
      isFine ? undefined : { status: result.status === "passed" ? "failed" : result.status },
    );
  }

  printsToStdio(): boolean {
    return false;
  }
}
