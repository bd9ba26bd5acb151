import { putLogo } from "@/lib/server/dashboard/put-logo";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ PUT: putLogo });
