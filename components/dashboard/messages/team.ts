import en from "@/components/dashboard/messages/en/team.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/team.json";

export const { team: teamWords } = inLanguages(en, ko);
