#!/usr/bin/env node
/** For the image's HEALTHCHECK: ends with 0 when the service answers at the address on which it listens. */
import { Agent, get } from "node:http";
import { ownServer } from "./environment.mjs";

// An agent of its own: the global one may go through a proxy.
const request = get({ ...ownServer(process.env), path: "/healthz", agent: new Agent(), timeout: 5_000 });
request.once("response", ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1));
request.once("error", () => process.exit(1));
request.once("timeout", () => process.exit(1));
