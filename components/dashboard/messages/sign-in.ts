import en from "@/components/dashboard/messages/en/sign-in.json";
import { inLanguages } from "./in-languages";
import ko from "./ko/sign-in.json";

export const { signIn: signInWords } = inLanguages(en, ko);
