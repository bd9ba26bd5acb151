import { GET as readMetrics } from "@/app/api/metrics/route";
import { route } from "@/lib/api/http/route";

export const dynamic = "force-dynamic";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: readMetrics });
