import "server-only";
import { notFound } from "next/navigation";
import { CheckoutError } from "@/lib/platform/errors.rules";

/** What a page shows; what is not there, or is a stranger's, draws the page that says that nothing is here. */
export async function found<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CheckoutError && error.status === 404) notFound();
    throw error;
  }
}
