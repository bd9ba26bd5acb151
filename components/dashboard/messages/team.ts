import en from "@/components/dashboard/messages/en/team.json";
import ko from "./ko/team.json";
import { inLanguages } from "./text";

export const { team: teamWords } = inLanguages(en, ko);
