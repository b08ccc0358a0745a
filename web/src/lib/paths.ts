/** The addresses of the pages. The build needs them, too: see plugins/preloads.ts. */
export type PageName =
  "Home" | "NewGame" | "Lobby" | "Table" | "Review" | "Plan" | "Rules" | "Boards" | "Analysis" | "Me" | "Settings" | "Missing";

export const PATHS: readonly [string, PageName][] = [
  ["/", "Home"],
  ["/play/:game", "NewGame"],
  ["/lobby", "Lobby"],
  ["/t/:id", "Table"],
  ["/t/:id/review", "Review"],
  ["/t/:id/plan", "Plan"],
  ["/rules/:game", "Rules"],
  ["/analysis", "Boards"],
  ["/analysis/:ruleset", "Analysis"],
  ["/study/:ruleset", "Analysis"], // as links of earlier versions have it
  ["/me", "Me"],
  ["/settings", "Settings"],
];
