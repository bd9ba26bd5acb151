import { authRoute } from "@/lib/api/auth/auth-route";

export { authRoute as GET, authRoute as POST };
