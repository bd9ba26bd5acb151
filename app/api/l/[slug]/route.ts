import { tell } from "@/inngest/tell";
import { route } from "@/lib/server/http/route";
import { payLinkForm } from "@/lib/server/pay-link-form";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: payLinkForm(tell) });
