/** `npm run build`: builds for production, unless the existing build is from the same sources. */

import { buildIfNeeded } from "./build";
import { fileAdvice, StartError } from "./start-error";

try {
  if (!(await buildIfNeeded(console.log))) console.log("The build is up to date.");
} catch (error) {
  console.error(error instanceof StartError ? error.message : (fileAdvice(error) ?? error));
  process.exitCode = 1;
}
