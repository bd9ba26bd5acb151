import { NothingHere } from "@/components/ui/nothing-here";

export default function NotFound() {
  return <NothingHere />;
}
