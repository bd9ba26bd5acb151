import en from "@/components/dashboard/messages/en/account.json";
import ko from "./ko/account.json";
import { inLanguages } from "./text";

export const { account: accountWords } = inLanguages(en, ko);
