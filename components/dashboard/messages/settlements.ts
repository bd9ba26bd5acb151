import en from "@/components/dashboard/messages/en/settlements.json";
import ko from "./ko/settlements.json";
import { inLanguages } from "./text";

export const { settlement: settlementWords, money: moneyWords } = inLanguages(en, ko);
