import { ModuleProvider, Modules } from "@medusajs/framework/utils";
import { StablecoinCheckoutProvider } from "./provider";

export default ModuleProvider(Modules.PAYMENT, { services: [StablecoinCheckoutProvider] });
