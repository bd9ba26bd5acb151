/** `npm run build`: builds for production, unless the existing build is from the same sources. */
import { buildIfNeeded } from "./build";
import { StartError } from "./start-error";

try {
  if (!(await buildIfNeeded(console.log))) console.log("The build is up to date.");
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exitCode = 1;
}
