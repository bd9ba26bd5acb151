import { nothingHere } from "@/app/api/nothing-here";

/** Whatever no other route answers: the envelope, never a page. */
export {
  nothingHere as DELETE,
  nothingHere as GET,
  nothingHere as OPTIONS,
  nothingHere as PATCH,
  nothingHere as POST,
  nothingHere as PUT,
};
