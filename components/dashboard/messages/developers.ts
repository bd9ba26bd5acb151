import en from "@/components/dashboard/messages/en/developers.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/developers.json";

export const {
  key: keyWords,
  quickstart: quickstartWords,
  request: requestWords,
  testTool: testToolWords,
} = inLanguages(en, ko);
