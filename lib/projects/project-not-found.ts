import { CheckoutError } from "@/lib/platform/errors.rules";

export function projectNotFound(): CheckoutError {
  return new CheckoutError("PROJECT_NOT_FOUND", "There is no such project.");
}
