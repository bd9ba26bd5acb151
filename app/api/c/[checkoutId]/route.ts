import { readCheckoutWithoutKey } from "@/lib/api/http/read-checkout";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: readCheckoutWithoutKey(operations.getPublicCheckout),
});
