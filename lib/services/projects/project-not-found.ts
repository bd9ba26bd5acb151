import { CheckoutError } from "@/lib/core/errors";

export function projectNotFound(): CheckoutError {
  return new CheckoutError("PROJECT_NOT_FOUND", "There is no such project.");
}
