import { troubleWords } from "@/components/dashboard/messages/shell";
import { NothingHere } from "@/components/ui/nothing-here";
import { openLanguage } from "@/lib/api/dashboard/page-language";

export default async function NotFound() {
  await openLanguage();
  return <NothingHere words={troubleWords.missing} />;
}
