import { answerReadiness, checkReadiness, createReadinessVerdict } from "@/lib/api/check-readiness";
import { route } from "@/lib/api/http/route";
import { env } from "@/lib/api/settings/env";
import { getWork } from "@/lib/api/wiring/work";

export const dynamic = "force-dynamic";

const check = () => checkReadiness(getWork());
let verdict: (() => Promise<boolean>) | undefined;

/** Whether the service can do its work: 503 while the database, a chain or the rates hold it up. Never limited. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: (request) => {
    verdict ??= createReadinessVerdict(getWork().clock, check);
    return answerReadiness(request, { check, verdict, operatorToken: env().OPERATOR_TOKEN });
  },
});
