/** In place of Node's `process`, which libraries only look for in a browser: next.config.mjs names it. */
export default { env: {} };
