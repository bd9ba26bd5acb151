import en from "@/components/dashboard/messages/en/audit.json";
import ko from "./ko/audit.json";
import { inLanguages } from "./text";

export const { audit: auditWords } = inLanguages(en, ko);
