import { route } from "@/lib/api/http/route";
import { getWork } from "@/lib/api/wiring/work";
import { answerReadiness, checkReadiness, createReadinessVerdict } from "@/lib/operate/check-readiness";
import { env } from "@/lib/settings/env";

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
