import { accountAction } from "@/lib/server/dashboard/action-route";
import { route } from "@/lib/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ POST: accountAction });
