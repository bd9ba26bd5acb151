import en from "@/components/dashboard/messages/en/audit.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/audit.json";

export const { audit: auditWords } = inLanguages(en, ko);
