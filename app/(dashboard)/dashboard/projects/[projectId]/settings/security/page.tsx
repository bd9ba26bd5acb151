import { movedTo } from "@/lib/api/dashboard/moved-page";

export default movedTo("/settings/wallet");
