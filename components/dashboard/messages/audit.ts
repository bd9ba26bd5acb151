import en from "./en/audit.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/audit.json";

export const { audit: auditWords } = inLanguages(en, ko);
