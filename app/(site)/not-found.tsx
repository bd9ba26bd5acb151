import { NothingHere } from "@/components/ui/nothing-here";

export default NothingHere;
