/** The addresses of the pages. The build needs them, too: see plugins/preloads.ts. */
export type PageName =
  "Home" | "NewGame" | "Lobby" | "Table" | "Review" | "Plan" | "Rules" | "Guide" | "Learn" | "LearnPath" | "Lesson" | "Puzzles" | "DailyPuzzles" | "NextPuzzle" | "Puzzle" | "Boards" | "Analysis" | "Me" | "People" | "Leaderboard" | "Mail" | "Settings" | "Moderation" | "Missing";

export const PATHS: readonly [string, PageName][] = [
  ["/", "Home"],
  ["/play/:game", "NewGame"],
  ["/lobby", "Lobby"],
  ["/t/:id", "Table"],
  ["/t/:id/review", "Review"],
  ["/t/:id/plan", "Plan"],
  ["/rules/:game", "Rules"],
  ["/guide/:ruleset", "Guide"],
  ["/learn", "Learn"],
  ["/learn/:ruleset", "LearnPath"],
  ["/learn/:ruleset/:lesson", "Lesson"],
  ["/puzzles", "Puzzles"],
  ["/puzzles/daily", "DailyPuzzles"],
  ["/puzzles/:ruleset", "NextPuzzle"],
  ["/puzzles/:ruleset/:id", "Puzzle"],
  ["/analysis", "Boards"],
  ["/analysis/:ruleset", "Analysis"],
  ["/study/:ruleset", "Analysis"], // as links of earlier versions have it
  ["/me", "Me"],
  ["/mail/:what", "Mail"],
  ["/people/:name", "People"],
  ["/leaderboard", "Leaderboard"],
  ["/settings", "Settings"],
  ["/moderation", "Moderation"],
];
