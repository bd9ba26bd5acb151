/**
 * `npm run conformance -- --base-url URL --server-key KEY`: the HTTP matrix of the tests against any deployment.
 *
 * Ends with 0, with 1 when the deployment departs from the API's description, with 2 when it could not look.
 */

import { operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import { printLines, readArguments, runProgram, UsageError } from "@/lib/operate/commands/program";
import { escapeText } from "@/lib/platform/values/text.rules";
import { openConnection } from "./connection";
import { idIn, openDeployment } from "./deployment";
import { readDocument } from "./document";
import { rowsOf } from "./rows";
import { runRows, type Send } from "./run-matrix";

const usage = `Usage: npm run conformance -- --base-url URL --server-key KEY [--api-key KEY]
  Sends good and bad requests to every operation of a deployment and compares the answers with the API's description:
  keys, origins, methods, sizes, types, every field, both forms of each address. Takes some minutes.
  It moves no money. It creates about ten unpaid checkouts in the key's project and cancels them; the project's
  webhooks report them. --api-key adds the operations that take an API key, which has to be of the same project.`;

const all: readonly Operation[] = Object.values(operations);
const unknownProject = "prj_00000000000000000000000000";

await runProgram(async (args) => {
  const text = { type: "string" } as const;
  const options = { "base-url": text, "server-key": text, "api-key": text };
  const { values } = readArguments(usage, { args, options });
  const { "base-url": baseUrl, "server-key": serverKey, "api-key": apiKey = null } = values;
  if (baseUrl === undefined || !/^https?:\/\/[^/]+$/.test(baseUrl))
    throw new UsageError("--base-url is an address such as https://pay.example.com.", usage);
  if (serverKey === undefined) throw new UsageError("--server-key is missing.", usage);

  const connection = openConnection(baseUrl);
  try {
    return await check(connection.send, serverKey, apiKey);
  } finally {
    connection.close();
  }
});

async function check(sendOnce: Send, serverKey: string, apiKey: string | null): Promise<number> {
  const served = await sendOnce({ target: "/openapi.json" });
  if (served.status !== 200) throw new Error(`/openapi.json answered ${served.status}.`);
  const document = readDocument(JSON.parse(served.text));
  const listed = await sendOnce({ target: "/v1/checkouts?take=1", headers: { "x-api-key": serverKey } });
  if (listed.status !== 200)
    throw new Error(`The server key was answered ${listed.status}: ${listed.text.slice(0, 300)}`);
  const projectId = apiKey === null ? unknownProject : await projectOf(sendOnce, apiKey);
  const deployment = openDeployment({ serverKey, apiKey, projectId }, sendOnce);
  const target = {
    ...{ document, serverKey, apiKey, projectId, foreign: null, isOwn: false, oneIn: 40 },
    prepare: deployment.prepare,
  };
  let faults = 0;
  try {
    for (const operation of all) {
      const rows = await rowsOf(operation, all, target);
      const found = await runRows(rows, document, deployment.send);
      faults += found.length;
      const state = found.length === 0 ? "ok   " : "FAULT";
      const hasSuccess = rows.some(({ expected }) => expected.kind === "success");
      const note = hasSuccess ? "" : ", bad ones only";
      printLines([
        `${state}  ${operation.method.padEnd(4)}  ${operation.path}: ${rows.length} requests${note}`,
        ...found.map((fault) => `       → ${escapeText(fault)}`),
      ]);
    }
  } finally {
    const { cancelled, left } = await deployment.cleanUp();
    printLines(["", `Cancelled ${cancelled} checkouts.`, ...left]);
  }
  console.log(`Faults: ${faults}.`);
  return faults === 0 ? 0 : 1;
}

async function projectOf(send: Send, apiKey: string): Promise<string> {
  const { status, text } = await send({ target: "/sdk/project", headers: { "x-api-key": apiKey } });
  const id = idIn(text);
  if (id === null) throw new Error(`The API key was answered ${status}: ${text.slice(0, 300)}`);
  return id;
}
