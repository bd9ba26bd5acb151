import { putLogo } from "@/lib/api/dashboard/put-logo";
import { route } from "@/lib/api/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ PUT: putLogo });
