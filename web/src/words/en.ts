import { gathered } from "./gathered";

export const words = gathered(import.meta.glob<Record<string, string>>("./en/*.json", { eager: true, import: "default" }));
