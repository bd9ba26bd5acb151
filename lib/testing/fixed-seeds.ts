import fc from "fast-check";
import { isFull } from "./full-size";

// `npm test` says the same each time; new cases are looked for by `npm test -- --full`.
if (!isFull) fc.configureGlobal({ seed: 20_261_123 });
