/** In place of Node's `process`, which libraries only look for in a browser: next.config.ts names it. */
export default { env: {} };
