import { expect, test } from "@playwright/test";
import { type Connection, openConnection } from "@/lib/testing/conformance/connection";
import type { Target } from "@/lib/testing/conformance/row";
import { rowsOf } from "@/lib/testing/conformance/rows";
import { runRows } from "@/lib/testing/conformance/run-matrix";
import { isFull } from "@/lib/testing/full-size";
import { fillProject } from "../support/foreign-project";
import { everyOperation, goodRequest } from "../support/operation-requests";
import { openProjects, type Projects } from "../support/projects";
import { manifest } from "../support/stack";
import { documentAt, watchAnswer } from "../support/watch";

// The matrix that `npm run conformance` runs against any deployment, with every operation's success.

const demo = manifest();

// With FULL=1 hundreds of requests one after the other, on one connection.
if (isFull) test.describe.configure({ timeout: 300_000 });

let connection: Connection;
let projects: Projects;
let target: Target;
test.beforeAll(async () => {
  connection = openConnection(demo.baseUrl);
  projects = openProjects(demo);
  const other = await projects.make();
  const { apiKey } = other;
  const { token: _, chainId: _chain, ...ids } = await fillProject(other);
  target = {
    document: await documentAt(demo.baseUrl),
    serverKey: demo.serverKey,
    apiKey: demo.apiKey,
    projectId: demo.projectId,
    foreign: { apiKey, ids: { ...ids, paymentLinkId: ids.linkId } },
    isOwn: true,
    oneIn: isFull ? 1 : 18,
    prepare: ({ operationId }) => {
      const operation = everyOperation.find((each) => each.operationId === operationId);
      if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
      return goodRequest(demo, operation);
    },
  };
});
test.afterAll(async () => {
  connection?.close();
  await projects?.close();
});

for (const operation of everyOperation) {
  const { operationId, method, path } = operation;
  test(`${operationId} (${method} ${path}) judges every request in order, and good ones succeed`, async () => {
    const rows = await rowsOf(operation, everyOperation, target);
    const faults = await runRows(rows, target.document, async (request) => {
      const answer = await connection.send(request);
      const { method: sent = "GET", target: address, headers, body } = request;
      const text = typeof body === "string" ? body : null;
      await watchAnswer(
        demo.baseUrl,
        { method: sent, target: address, headers: new Headers(headers), body: text },
        answer,
      );
      return answer;
    });
    expect(faults).toEqual([]);
  });
}
