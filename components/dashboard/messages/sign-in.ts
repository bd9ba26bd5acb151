import en from "@/components/dashboard/messages/en/sign-in.json";
import ko from "./ko/sign-in.json";
import { inLanguages } from "./text";

export const { signIn: signInWords } = inLanguages(en, ko);
