import { route } from "@/lib/api/http/route";
import { payLinkForm } from "@/lib/api/pages/pay-link-form";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: payLinkForm });
