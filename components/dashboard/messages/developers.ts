import en from "@/components/dashboard/messages/en/developers.json";
import ko from "./ko/developers.json";
import { inLanguages } from "./text";

export const {
  key: keyWords,
  quickstart: quickstartWords,
  request: requestWords,
  testTool: testToolWords,
} = inLanguages(en, ko);
