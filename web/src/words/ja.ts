import { gathered } from "./gathered";

export const words = gathered(import.meta.glob<Record<string, string>>("./ja/*.json", { eager: true, import: "default" }));
