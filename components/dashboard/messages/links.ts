import en from "@/components/dashboard/messages/en/links.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/links.json";

export const { link: linkWords } = inLanguages(en, ko);
