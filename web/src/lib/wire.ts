// Written by `make types` from src/ludarium/server (wire, requests and the routes): change those.

export type Phase = "waiting" | "playing" | "paused" | "over" | "closed";

export type Visibility = "screen" | "private" | "lobby";

export type ProgressKind = "lesson";

export type GameResult = "won" | "drawn" | "lost";

export type Against = "people" | "computers";

export type OccupantKind = "person" | "computer" | "open";

export type ClockKind = "none" | "sudden" | "fischer" | "days";

export type OfferKind = "end" | "undo" | "pause" | "resume" | "rematch" | "play_on";

export type Locale = "en" | "ja";

export type Theme = "light" | "dark" | "contrast" | "safe";

export type Quality = "quick" | "normal" | "deep";

export type ReportReason = "insult" | "cheating" | "name" | "other";

export type OptionList = (string | number | (string | number)[])[];

export type OptionValue = string | number | boolean | OptionList;

export type TableMessage = Welcome | Stepped | Undone | Changed | Declined | Planned | Answered | Chatted | Done | Problem | Explained | Previewed | Hint | Coached | Pong;

export type AnalysisMessage = Judgement | CurveUpdate | Done | Problem | Pong;

export type LobbyMessage = Lobby | Problem | Pong;

export type TableRequest = TakeStep | TakeBack | Abort | Resign | ClaimGame | MakeOffer | AnswerOffer | NextGame | PlanAnswers | ForgetPlan | Uncover | Sit | Stand | Fill | RemovePlayer | CloseTable | Explain | AskPreview | AskHint | AskCoach | Say | Prefer | Ping;

export type AnalysisRequest = Judge | Curve | StopThinking | Ping;

export interface BestLine {
  steps: string[];
  sentences: string[];
  arrows: Arrow[];
  share: number | null;
  proven: boolean;
}

export interface Outcome {
  winners: number[];
  reason: string;
  clause: string;
  rule: string;
  sentence: string;
}

/** A position as one viewer may see it. ``ground`` is left out where the browser has the one with that key. ``art`` has SVG fragments by look that the browser may not have yet, signs (``sign:last:square``) and the marks of the seats (``seat:0``) among them. Another theme has other drawings under the same looks. */
export interface Picture {
  viewer: number;
  seat: number;
  ground_key: string;
  ground: Ground | null;
  over: string;
  pieces: Piece[];
  stock: Stock[];
  scores: Score[];
  paths: Path[];
  choices: Record<string, string>;
  last: string[];
  forced: string[];
  threatened: string[];
  art: Record<string, string>;
  kinds: Record<string, string>;
  goal: string;
  prompts: Record<string, string>;
  cautions: Record<string, string>;
  board: string;
}

/** A step as the viewer may know it; ``text`` is empty where only what it did may be known. ``place`` is which of all steps it is, counted from 1, where somebody looks at a whole game of their own; else 0. */
export interface Step {
  number: number;
  turn: number;
  seat: number;
  text: string;
  events: Event[];
  place: number;
}

/** What you asked under this id was done, and will still be done after a crash. */
export interface Done {
  id: number;
  type: "done";
}

export interface Pong {
  id: number;
  type: "pong";
}

/** What was asked cannot be done; ``sentence`` tells why and what to do next. ``id`` 0: nothing that you asked. */
export interface Problem {
  id: number;
  code: string;
  sentence: string;
  clause: string;
  page: string;
  rule: string;
  type: "problem";
}

/** A position of a game that was or is being played. ``number`` steps had been taken, as the viewer counts. */
export interface Frame {
  number: number;
  last: number;
  step: Step | null;
  picture: Picture;
}

/** What to send to ``/api/analysis`` to see a position: a diagram's, a read record's, a finished table's game. */
export interface PositionStart {
  ruleset: string;
  options: Record<string, OptionValue>;
  seed: number;
  position: string | null;
  steps: string[];
  view: number | null;
}

/** A seat as the game names it, the look of its emblem, and the colours of its pieces: surface, outline, and what is written on the surface. */
export interface SeatMark {
  label: string;
  look: string;
  fill: string;
  edge: string;
  ink: string;
}

/** A game that was read from a record; ``start`` has all its steps. */
export interface RecordGame {
  game: string;
  title: string;
  players: string[];
  outcome: Outcome | null;
  start: PositionStart;
}

/** The games of a record: one, or those of a series. */
export interface RecordRead {
  games: RecordGame[];
}

/** A position that was reached by some steps from a start, to look at or to play on from. */
export interface AnalysisPosition {
  ruleset: string;
  title: string;
  steps: Step[];
  picture: Picture;
  position: string;
  outcome: Outcome | null;
  hidden_information: boolean;
  seats: SeatMark[];
}

/** What a search thinks of a position so far. Where something is hidden from the seat by whose knowledge it is judged, lines are told only as far as that seat can be sure of them, and none are if another seat is to act. */
export interface Judgement {
  shares: number[];
  lines: BestLine[];
  simulations: number;
  final: boolean;
  proof: string;
  id: number;
  type: "judgement";
}

export interface JudgedStep {
  number: number;
  seat: number;
  shares: number[];
  loss: number;
  mark: "good" | "inaccuracy" | "mistake" | "blunder";
  better: string;
  better_sentence: string;
  better_line: string[];
  better_sites: string[];
  sentence: string;
}

/** A finished game being judged, from the first step to the last. */
export interface CurveUpdate {
  done: number;
  of: number;
  start: number[];
  steps: JudgedStep[];
  turning: number[];
  losses: number[];
  id: number;
  type: "curve";
}

/** A position on a page, to be drawn and played on from ``start``; ``label`` says what is seen in it. ``ratio`` is the width of its board by the height, so that a page can leave room for it. ``picture`` is the address of the same as SVG, which takes ``theme`` and ``lang``. It shows what is ``before`` the steps of the start, ``after`` them, or first the one and then the other; ``names`` are the sites whose names are written on the board. */
export interface LiveDiagram {
  name: string;
  label: string;
  start: PositionStart;
  ratio: number;
  show: "before" | "after" | "both";
  names: string[];
  picture: string;
}

/** What a piece or a sign is called and does, and the address of its picture. */
export interface LegendItem {
  picture: string;
  html: string;
}

/** What is said when so many steps have been taken. */
export interface GameComment {
  at: number;
  html: string;
}

/** A whole game to step through, with comments in the order of the game. */
export interface SampleGame {
  name: string;
  start: PositionStart;
  ratio: number;
  comments: GameComment[];
}

/** One block of a page. ``html`` is safe: our own tags, links within the pages, no scripts, no styles. A ``clause`` is a paragraph that begins with its id in bold; a ``heading`` has what stands inside ``h1`` to ``h6``. ``id`` is the anchor for the browser to set on the block, empty where it has none: ``MUR-K1`` (in lists, anchors are in the HTML itself), ``section-3`` (the same in all languages), ``diagram-…``. What we decided where the rulebooks do not say it stands in ``details`` of the class ``ruling``. Parts of the ``aid`` are printed alone on one page; ``folded`` ones are for those who look for them. */
export interface RulePart {
  kind: "heading" | "clause" | "text" | "diagram" | "legend" | "game";
  id: string;
  html: string;
  level: number;
  diagram: LiveDiagram | null;
  legend: LegendItem[] | null;
  game: SampleGame | null;
  aid: boolean;
  folded: boolean;
}

export interface RulesetName {
  name: string;
  label: string;
}

/** The reference of a game or the guide to a ruleset; ``has_guide`` says whether there is one to the ruleset that was asked for, ``has_lessons`` whether it is taught on the board. ``guides`` are the rulesets of the game that have one of their own. */
export interface RulePage {
  game: string;
  ruleset: string;
  layer: "guide" | "reference";
  title: string;
  has_guide: boolean;
  has_lessons: boolean;
  guides: RulesetName[];
  parts: RulePart[];
}

/** A rulebook page in a list. */
export interface RuleCard {
  game: string;
  title: string;
  summary: string;
}

/** Times are milliseconds; ``running`` is the seat whose time runs (-1: none), ``left`` is as of this message. */
export interface Clock {
  kind: ClockKind;
  base: number;
  increment: number;
  running: number;
  left: number[];
}

/** A seat and its occupant. */
export interface SeatInfo {
  seat: number;
  label: string;
  look: string;
  occupant: OccupantKind;
  name: string;
  level: number;
  person: string;
  page: string;
  yours: boolean;
  here: boolean;
  rating: number | null;
  provisional: boolean;
  vacation: number;
}

/** The answer to a request that was refused, with a status that fits: like ``Problem``. */
export interface Refused {
  code: string;
  sentence: string;
  clause: string;
  page: string;
  rule: string;
}

/** The person who is using this browser. ``id`` is empty before a name was chosen. */
export interface Person {
  id: string;
  name: string;
  guest: boolean;
}

export interface Choice {
  value: string | number | boolean;
  label: string;
}

/** One option of a ruleset as a form shows it: choices, or a whole number from ``low`` to ``high``; where it ``lists``, somebody can also write a list (see ``OptionsChecked``). */
export interface OptionForm {
  name: string;
  label: string;
  sentence: string;
  clause: string;
  rule: string;
  default: string | number | boolean;
  choices: Choice[];
  low: number;
  high: number;
  stride: number;
  zero: boolean;
  lists: boolean;
  own: string;
  none: string;
  example: string;
}

/** What the server makes of options before a table is made. */
export interface OptionsChecked {
  sentence: string;
  option: string;
  values: Record<string, OptionList>;
  examples: Record<string, string>;
}

/** Something that a list can hold. ``look`` is its drawing, made for a radius of 100. */
export interface ListItem {
  value: string;
  label: string;
  look: string;
}

/** A list to begin with. */
export interface ListStart {
  label: string;
  value: OptionList;
}

/** A grid on whose places a list is drawn: the place [a, b] lies at a times ``across`` plus b times ``down``. */
export interface ListGrid {
  across: number[];
  down: number[];
  outline: number[][];
  ways: number[][];
  far: number;
  look: string;
  starts: ListStart[];
}

/** How people choose or draw a list: ``needed`` of ``items``, each once, or of the places of a ``grid``; without either they write it. */
export interface ListForm {
  needed: number;
  items: ListItem[];
  usual: string[];
  grid: ListGrid | null;
}

/** How long a series is by default: so many games in a set, so many sets; and the most that either can be. */
export interface SeriesForm {
  games: number;
  sets: number;
  most: number;
}

export interface RulesetCard {
  name: string;
  label: string;
  options: OptionForm[];
  seats: number[];
  series: SeriesForm | null;
}

export interface LevelCard {
  number: number;
  name: string;
}

export interface GameCard {
  name: string;
  title: string;
  summary: string;
  hidden_information: boolean;
  seat_labels: string[];
  rulesets: RulesetCard[];
  levels: LevelCard[];
}

export interface TableMade {
  id: string;
}

/** A table in a list: the lobby, a person's own games. */
export interface TableCard {
  id: string;
  game: string;
  ruleset: string;
  title: string;
  phase: Phase;
  hidden_information: boolean;
  visibility: Visibility;
  seats: SeatInfo[];
  clock: Clock;
  rated: boolean;
  your_turn: boolean;
  changed: number;
  outcome: Outcome | null;
}

export interface Rating {
  ruleset: string;
  title: string;
  value: number;
  deviation: number;
  games: number;
  provisional: boolean;
}

/** While somebody is on vacation, their clocks in correspondence games stand still. */
export interface Vacation {
  until: number;
  left: number;
}

/** A person as everybody may see them. */
export interface Profile {
  id: string;
  name: string;
  guest: boolean;
  ratings: Rating[];
}

/** A key with which one can log in without a password. Times are milliseconds since 1970; ``used`` 0: never. */
export interface Passkey {
  id: string;
  name: string;
  created: number;
  used: number;
}

/** The beginning of making or using a passkey; ``options`` are for ``navigator.credentials``, ``id`` comes back. */
export interface Ceremony {
  id: string;
  options: Record<string, unknown>;
}

/** The tables that are open to everybody: first those with an open seat, then games to watch. */
export interface Lobby {
  tables: TableCard[];
  type: "lobby";
}

/** What a step would do; several consequences where that depends on what is hidden. */
export interface Preview {
  step: string;
  odds: string;
  consequences: Consequence[];
}

/** Why clicks make no step; ``allowed`` if they do. */
export interface Explained {
  id: number;
  allowed: boolean;
  sentence: string;
  clause: string;
  page: string;
  rule: string;
  type: "explained";
}

/** Something that somebody has done: of lessons, ``item`` is the id of one in the path of ``ruleset``. */
export interface ProgressItem {
  kind: ProgressKind;
  ruleset: string;
  item: string;
}

export interface LessonCard {
  id: string;
  title: string;
  tasks: number;
}

/** The lessons for a ruleset, in their order. */
export interface LessonPath {
  ruleset: string;
  game: string;
  title: string;
  label: string;
  taught: string[];
  lessons: LessonCard[];
  puzzles: boolean;
}

/** ``reads``: there is nothing to do. ``begins``: it has a position of its own; others go on from the one before. */
export interface LessonTask {
  say: string;
  hint: string;
  reads: boolean;
  begins: boolean;
}

export interface Lesson {
  id: string;
  title: string;
  tasks: LessonTask[];
  path: LessonPath;
}

/** The board after some steps, to be shown one after the other. */
export interface LessonFrame {
  picture: Picture;
  steps: Step[];
}

/** What came of a try. ``frames``: the board after the learner's last step, then what others do; after a wrong step those show what they would answer. */
export interface LessonTry {
  verdict: "more" | "right" | "wrong";
  sentences: string[];
  frames: LessonFrame[];
  seats: SeatMark[];
  solution: string[];
}

/** Why clicks make no step, if they make none; what the steps would do that they have begun, with drawings. */
export interface LessonClicks {
  why: Explained;
  previews: Preview[];
  art: Record<string, string>;
}

/** A report was kept. ``left``: how many more this person can send today. */
export interface Reported {
  left: number;
}

/** What a visitor looks after. ``reports``: how many are open, for moderators. */
export interface Duties {
  moderator: boolean;
  reports: number;
}

/** Somebody in a report. ``banned`` and ``muted`` are times until which that holds; 0: for good, -1: not at all. */
export interface ReportedPerson {
  id: string;
  name: string;
  guest: boolean;
  moderator: boolean;
  banned: number;
  muted: number;
}

/** A chat message that stood at the table when a report was made. */
export interface ReportedMessage {
  name: string;
  text: string;
  at: number;
  reported: boolean;
}

/** An open report, for moderators. */
export interface Report {
  id: number;
  made: number;
  reason: string;
  label: string;
  text: string;
  reporter: ReportedPerson;
  reported: ReportedPerson | null;
  table: string;
  title: string;
  open: boolean;
  position: number;
  chat: ReportedMessage[];
}

/** Something that a moderator or administrator did. */
export interface AuditEntry {
  id: number;
  at: number;
  by: string;
  label: string;
  whom: string;
  name: string;
  detail: string;
  why: string;
}

/** All that the page of moderators shows. */
export interface ModerationDesk {
  reports: Report[];
  log: AuditEntry[];
}

/** How somebody is told of their turn while they are away. */
export interface NoticeChoices {
  push_key: string;
  browser: boolean;
  mail: boolean;
  address: string;
  asked: string;
  mail_turns: boolean;
}

/** A link of a mail was followed, or one was asked for: the same answer whether or not there is such an account. */
export interface MailDone {
  address: string;
}

export interface NamedPerson {
  id: string;
  name: string;
  guest: boolean;
}

/** Somebody whom the visitor follows; ``table`` is the public game that they play now, if any. */
export interface Followed {
  id: string;
  name: string;
  here: boolean;
  table: string;
}

/** How somebody has done in a game against people (``level`` 0), or against computers up to a level. */
export interface Statistic {
  game: string;
  title: string;
  level: number;
  opponent: string;
  played: number;
  won: number;
  drawn: number;
  lost: number;
}

/** The page of an account. ``followed`` and ``blocked``: by the visitor. */
export interface PublicProfile {
  id: string;
  name: string;
  since: number;
  ratings: Rating[];
  statistics: Statistic[];
  yours: boolean;
  followed: boolean;
  blocked: boolean;
  here: boolean;
  table: string;
}

/** A finished game; ``result`` is that of the person whose history it is, none where they had several seats. */
export interface PlayedGame {
  table: TableCard;
  result: GameResult | null;
}

/** Finished games, the latest first; ``total`` are all of them, ``pages`` counts pages of this length. */
export interface PlayedGames {
  games: PlayedGame[];
  total: number;
  page: number;
  pages: number;
}

/** ``sure`` orders the list: the rating less twice its deviation. */
export interface Leader {
  rank: number;
  id: string;
  name: string;
  value: number;
  deviation: number;
  sure: number;
  games: number;
}

export interface Leaderboard {
  ruleset: string;
  title: string;
  least: number;
  count: number;
  leaders: Leader[];
  you: Leader | null;
}

/** A table at which a seat is kept for somebody; ``yours``: you have challenged them. */
export interface Challenge {
  table: TableCard;
  name: string;
  yours: boolean;
  declined: boolean;
}

/** How many recovery codes are left, and when they were made (milliseconds since 1970; 0: never). */
export interface CodesLeft {
  count: number;
  made: number;
}

/** To be written down now: they are not shown again. */
export interface RecoveryCodes {
  codes: string[];
}

/** A site that can be clicked, in the units of the picture. ``look`` is drawn there (a column), unless it is empty: then the ground shows it. Sites are in the order in which they are painted, from the back to the front, each with all that belongs to it: its look, the signs that lie under pieces (last, target, target_empty, picked) and its piece. Over all that lie plates, what tells of pieces ``behind`` columns (the look ``behind:0`` of seat 0, where and as large as the piece), and the other signs. Drawings of sites are made for a size of 100, those of signs for a reach of 100 (scale them by size / 100 and reach / 100, around x and y). */
export interface Site {
  name: string;
  x: number;
  y: number;
  shape: string;
  size: number;
  body: number;
  reach: number;
  look: string;
  label: string;
  aside: number;
  down: number;
  plate: string;
  behind: boolean;
}

/** What lies under the pieces, and where everything is. */
export interface Ground {
  key: string;
  width: number;
  height: number;
  svg: string;
  sites: Site[];
}

/** A piece on a site. ``look`` names its drawing in ``art``, made for a radius of 100: scale it by body / 100. */
export interface Piece {
  site: string;
  owner: number;
  kind: string;
  look: string;
  label: string;
  signs: string[];
  might: string[];
  secret: boolean;
}

/** Pieces of a kind beside the board. */
export interface Stock {
  owner: number;
  kind: string;
  look: string;
  label: string;
  count: number;
}

/** A number that matters: closes, removed blocks, towers, realms. ``goal`` 0: none is set; ``owner`` -1: nobody. */
export interface Score {
  owner: number;
  label: string;
  value: number;
  goal: number;
}

/** A legal step and the clicks that make it: sites, or choices that begin with ``#``. */
export interface Path {
  step: string;
  clicks: string[];
}

/** What a step did. ``effect`` (put, move, push, take, turn, show, raise, lower or nothing) says how a picture changes, ``data`` has the codes it needs (at, from, to, owner, seat, piece …). */
export interface Event {
  kind: string;
  effect: string;
  data: Record<string, unknown>;
  sentence: string;
}

/** Something that a step can lead to, as far as the viewer knows: events, and all of it in words. */
export interface Consequence {
  events: Event[];
  sentence: string;
  looks: Record<string, string>;
}

/** A step drawn on a board: the sites that are clicked for it. */
export interface Arrow {
  sites: string[];
}

export interface PuzzleTheme {
  theme: string;
  label: string;
  count: number;
}

/** What there is for a ruleset; ``least`` and ``most`` are ratings. */
export interface PuzzleRuleset {
  ruleset: string;
  label: string;
  count: number;
  least: number;
  most: number;
  themes: PuzzleTheme[];
}

/** A puzzle without its solution. ``at``: of a guess, where the piece stands. ``turns``, ``kind``: see ``learn/puzzles/puzzle.py``. ``view``: the solver's seat, and ``seat`` what it is called. The position of a guess would tell too much, so it is empty. */
export interface Puzzle {
  id: string;
  ruleset: string;
  game: string;
  title: string;
  label: string;
  kind: "win" | "save" | "guess";
  turns: number;
  at: string;
  rating: number;
  themes: string[];
  view: number;
  seat: string;
  position: string;
  options: Record<string, OptionValue>;
}

export interface PuzzleGame {
  game: string;
  title: string;
  first_rating: number;
  rulesets: PuzzleRuleset[];
  daily: Puzzle;
}

/** A game's puzzle of the day, with a drawing of it. */
export interface DailyPuzzle {
  puzzle: Puzzle;
  day: string;
  picture: string;
}

export interface NextPuzzle {
  puzzle: Puzzle | null;
}

export interface PuzzleRating {
  game: string;
  rating: number;
  tries: number;
}

export interface PuzzleProgress {
  ratings: PuzzleRating[];
  solved: string[];
  missed: string[];
}

/** What a first try did to the rating. */
export interface RatingChange {
  before: number;
  after: number;
}

/** What came of steps: ``frames`` has the board after the last one, ``line`` what follows: the others' answer, or of a wrong one the refutation. ``change``: if this was the first try and it is over. */
export interface PuzzleTry {
  result: "unfinished" | "go_on" | "right" | "wrong";
  why: "" | "loses" | "escapes";
  frames: LessonFrame[];
  line: LessonFrame[];
  outcome: Outcome | null;
  change: RatingChange | null;
}

/** The boards of the solution, the first one before any step. */
export interface PuzzleSolution {
  frames: LessonFrame[];
  outcome: Outcome | null;
  change: RatingChange | null;
}

/** Something that the piece might be; ``look`` is empty where there is no drawing. */
export interface GuessChoice {
  kind: string;
  label: string;
  look: string;
}

/** The boards that led to a guess, and what can be chosen. Only if somebody has guessed: what is right, and why. */
export interface PuzzleGuess {
  frames: LessonFrame[];
  choices: GuessChoice[];
  art: Record<string, string>;
  result: "open" | "right" | "wrong";
  answer: string[];
  reasons: string[];
  change: RatingChange | null;
}

export interface Offer {
  kind: OfferKind;
  by: number;
  waiting: number[];
}

/** Your opponent has left: after so many milliseconds you may claim the win, or abort the game. */
export interface Claim {
  seat: number;
  left: number;
}

/** What all can agree on before the rules end the game, in the game's words: a draw, or to end now and count. */
export interface Agreement {
  offer: string;
  offered: string;
  asked: string;
  sure_offer: string;
  sure_accept: string;
  now: string;
}

/** Where a series stands. */
export interface SeriesScore {
  set: number;
  game: number;
  games: number;
  sets: number;
  games_won: number[];
  sets_won: number[];
  outcome: Outcome | null;
}

/** Something a person wrote in the chat of a table. */
export interface ChatMessage {
  number: number;
  name: string;
  seat: number;
  text: string;
  at: number;
  person: string;
  page: string;
}

/** A choice that was made for this table, in words. */
export interface Setting {
  name: string;
  value: string;
}

/** An open seat that is kept for somebody who was challenged; once they have ``declined``, anybody can take it. */
export interface KeptSeat {
  seat: number;
  person: string;
  name: string;
  declined: boolean;
}

/** Everything about a table but the picture and the steps; sent whole whenever some of it changes. */
export interface TableInfo {
  id: string;
  ruleset: string;
  game: string;
  title: string;
  settings: Setting[];
  phase: Phase;
  visibility: Visibility;
  owner: boolean;
  rated: boolean;
  seats: SeatInfo[];
  seat: number;
  viewer: number;
  curtain: number;
  hidden_information: boolean;
  clock: Clock;
  offers: Offer[];
  agreement: Agreement | null;
  claim: Claim | null;
  may: string[];
  thinking: boolean;
  spectators: number;
  outcome: Outcome | null;
  unrated: string;
  series_score: SeriesScore | null;
  rematch: string;
  kept: KeptSeat | null;
}

/** The first message of a connection, and again when another view is shown (uncovering, language, theme). */
export interface Welcome {
  table: TableInfo;
  steps: Step[];
  picture: Picture;
  chat: ChatMessage[];
  type: "welcome";
}

/** Steps were taken, by anybody. */
export interface Stepped {
  steps: Step[];
  picture: Picture;
  table: TableInfo;
  type: "stepped";
}

/** Only the first ``kept`` of the steps that the viewer has seen are left. */
export interface Undone {
  kept: number;
  picture: Picture;
  table: TableInfo;
  type: "undone";
}

/** Something else about the table is new: who sits, who is here, offers, clocks, the end. */
export interface Changed {
  table: TableInfo;
  type: "changed";
}

/** What you offered was declined by a seat, in words or by playing on. */
export interface Declined {
  kind: OfferKind;
  seat: number;
  type: "declined";
}

/** What others do and what you answer, from the turn on that is being played: ``place`` steps were taken before it. ``number`` is the line's name. */
export interface PlannedLine {
  number: number;
  place: number;
  steps: string[];
}

/** All your planned answers, whenever they have changed. Without this message there are none. */
export interface Planned {
  lines: PlannedLine[];
  type: "planned";
}

/** Your turn was played as you had planned it, or as far as you had. */
export interface Answered {
  seat: number;
  type: "answered";
}

export interface Chatted {
  message: ChatMessage;
  type: "chatted";
}

/** What the steps would do that some clicks have begun. */
export interface Previewed {
  id: number;
  clicks: string[];
  previews: Preview[];
  art: Record<string, string>;
  type: "previewed";
}

/** What a computer would do, and what it expects; ``proof`` if that is certain. */
export interface Hint {
  id: number;
  line: BestLine;
  proof: string;
  type: "hint";
}

/** What a coach says to the turn that begins, and where to look; empty if nothing. */
export interface Coached {
  id: number;
  kind: "phase" | "win" | "danger" | "missed_win" | "threat" | "missed" | "";
  key: string;
  sentence: string;
  sites: string[];
  type: "coached";
}

/** ``id`` comes back in the answer (``done``, ``problem``, ``explained``, ``pong``). */
export interface NumberedRequest {
  id: number;
}

/** ``number`` is how many steps this seat has seen: a step meant for another position is refused. */
export interface TakeStep extends NumberedRequest {
  do: "step";
  seat: number;
  step: string;
  number: number;
}

/** Take back one step of one's own unfinished turn, or (``whole``) all of them. */
export interface TakeBack extends NumberedRequest {
  do: "undo";
  seat: number;
  number: number;
  whole?: boolean;
}

/** End the game without a result, before everybody has taken a turn. */
export interface Abort extends NumberedRequest {
  do: "abort";
  seat: number;
}

export interface Resign extends NumberedRequest {
  do: "resign";
  seat: number;
}

/** The opponent has left: win, or end the game without a result. */
export interface ClaimGame extends NumberedRequest {
  do: "claim";
  seat: number;
  win: boolean;
}

/** While others are to act: what they do and what this seat answers, from now on, whoever is to act. ``number`` is how many steps have been taken. */
export interface PlanAnswers extends NumberedRequest {
  do: "plan";
  seat: number;
  number: number;
  steps: string[];
}

/** Remove a line of planned answers. */
export interface ForgetPlan extends NumberedRequest {
  do: "unplan";
  seat: number;
  line: number;
}

/** Offering what somebody else offers already is agreeing to it. */
export interface MakeOffer extends NumberedRequest {
  do: "offer";
  seat: number;
  kind: OfferKind;
}

/** ``yes`` agrees, else the offer is gone; whoever made it withdraws it with no. */
export interface AnswerOffer extends NumberedRequest {
  do: "answer";
  seat: number;
  kind: OfferKind;
  yes: boolean;
}

/** Go on to the next game of a series. */
export interface NextGame extends NumberedRequest {
  do: "next";
}

/** Somebody on a shared screen is ready to see what this seat sees; -1 draws the curtain. */
export interface Uncover extends NumberedRequest {
  do: "uncover";
  seat: number;
}

/** Take an open seat (-1: any). */
export interface Sit extends NumberedRequest {
  do: "sit";
  seat: number;
}

/** Leave one's seat before the game begins. */
export interface Stand extends NumberedRequest {
  do: "stand";
  seat: number;
}

/** The owner gives an open seat to a computer. */
export interface Fill extends NumberedRequest {
  do: "fill";
  seat: number;
  level: number;
}

/** The owner sends somebody away who took a seat; they cannot come back to one. */
export interface RemovePlayer extends NumberedRequest {
  do: "remove";
  seat: number;
}

/** The owner closes the table before the game has begun. */
export interface CloseTable extends NumberedRequest {
  do: "close";
}

export interface Say extends NumberedRequest {
  do: "say";
  text: string;
}

/** Why do these clicks make no step? */
export interface Explain extends NumberedRequest {
  do: "explain";
  seat: number;
  clicks: string[];
}

/** What would the steps do that these clicks have begun, and one more ends? */
export interface AskPreview extends NumberedRequest {
  do: "preview";
  seat: number;
  clicks: string[];
}

/** What would a computer do? */
export interface AskHint extends NumberedRequest {
  do: "hint";
  seat: number;
}

/** What does a coach say to the turn that begins? ``heard``: keys of what was explained once already. */
export interface AskCoach extends NumberedRequest {
  do: "coach";
  seat: number;
  heard?: string[];
}

/** Speak another language from now on, draw with another theme, or from the other side. */
export interface Prefer extends NumberedRequest {
  do: "prefer";
  locale: Locale;
  theme: Theme;
  flipped?: boolean;
}

export interface Ping extends NumberedRequest {
  do: "ping";
}

export interface NameRequest {
  name: string;
}

export interface AccountRequest {
  name: string;
  password: string;
}

/** ``old`` may be left out for ten minutes after logging in. */
export interface PasswordRequest {
  new: string;
  old?: string;
}

/** The password may be left out for ten minutes after logging in. */
export interface Confirmation {
  password?: string;
}

/** Whole days, from now on. */
export interface VacationRequest {
  days: number;
}

/** A browser's subscription, as it gives it itself. */
export interface PushRequest {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** An address for mails, with the password unless somebody has just logged in. */
export interface MailRequest {
  address: string;
  password?: string;
}

export interface MailTurnsRequest {
  on: boolean;
}

/** What stands in the link of a mail. */
export interface LinkRequest {
  token: string;
}

/** Somebody's name or mail address. */
export interface ForgotRequest {
  who: string;
}

export interface NewPasswordRequest {
  token: string;
  password: string;
}

/** Log in with a recovery code and set a new password. */
export interface RecoveryRequest {
  name: string;
  code: string;
  password: string;
}

/** Follow or block somebody, or (``yes`` false) no longer. */
export interface CompanyRequest {
  person: string;
  yes: boolean;
}

/** The one who was challenged declines, or the challenger no longer waits for them. Accepting is taking the seat. */
export interface ChallengeAnswer {
  table: string;
}

export interface NewPasskeyRequest {
  id: string;
  name: string;
  credential: Record<string, unknown>;
}

export interface PasskeyLoginRequest {
  id: string;
  credential: Record<string, unknown>;
}

/** ``base`` and ``increment`` are seconds; with ``days``, ``base`` is the number of days for a turn. */
export interface ClockRequest {
  kind?: ClockKind;
  base?: number;
  increment?: number;
}

/** ``you`` sit there (several such seats share your screen), a ``computer``, or whoever comes (``open``). */
export interface SeatRequest {
  who: "you" | "computer" | "open";
  level?: number;
  name?: string;
}

/** A new table. ``lots``: who sits where is drawn when the game begins. */
export interface NewTableRequest {
  ruleset: string;
  options?: Record<string, OptionValue>;
  seats: SeatRequest[];
  visibility?: Visibility;
  clock?: ClockRequest;
  lots?: boolean;
  rated?: boolean;
  series?: boolean;
  games?: number | null;
  sets?: number | null;
  chat?: boolean;
  challenge?: string;
}

/** Options as a form has them, to be checked; ``texts`` are lists as somebody wrote them. */
export interface OptionsRequest {
  ruleset: string;
  options?: Record<string, OptionValue>;
  texts?: Record<string, string>;
}

/** How is this option's list chosen beside these options? ``seed`` is for a random list to begin with. */
export interface ListRequest {
  ruleset: string;
  option: string;
  options?: Record<string, OptionValue>;
  seed?: number;
  theme?: Theme;
}

/** A position: some steps from the start of a ruleset, from a written position, or from a finished table's game. ``view``: the seat for which it is shown, -1 for a spectator, ``None`` for everything. ``since``: how many of the steps the browser has already; ``known_ground``, ``known_looks``: what it has drawn already. ``guided``: with what can be done now, in words. */
export interface PositionRequest {
  ruleset: string;
  options?: Record<string, OptionValue>;
  seed?: number;
  position?: string | null;
  steps?: string[];
  view?: number | null;
  since?: number;
  known_ground?: string;
  known_looks?: string[];
  theme?: Theme;
  locale?: Locale;
  guided?: boolean;
}

/** Why do these clicks make no step in this position? */
export interface ExplainRequest extends PositionRequest {
  clicks: string[];
}

/** A try at a task of a lesson (``task`` counts from 0): ``tries`` are the learner's own steps in each task so far, the last ones in this task. ``solve``: how would it go on? For the rest see ``PositionRequest``. */
export interface TryRequest {
  ruleset: string;
  lesson: string;
  task: number;
  tries?: string[][];
  solve?: boolean;
  known_ground?: string;
  known_looks?: string[];
  theme?: Theme;
  locale?: Locale;
}

/** Why do these clicks make no step there, or what would the steps do that they have begun? */
export interface TryClicks extends TryRequest {
  clicks: string[];
}

export interface ProgressRow {
  kind: ProgressKind;
  ruleset: string;
  item: string;
}

/** What somebody has done on this device. */
export interface ProgressRequest {
  done: ProgressRow[];
}

/** Something about a puzzle. ``rating`` and ``tried`` are what this browser remembers of somebody without a name: their rating for the game, and whether they have tried the puzzle before. For the rest see ``PositionRequest``. */
export interface PuzzleRequest {
  puzzle: string;
  rating?: number;
  tried?: boolean;
  known_ground?: string;
  known_looks?: string[];
  theme?: Theme;
  locale?: Locale;
}

/** All own steps since the position of the puzzle; without any, how it begins. */
export interface PuzzleSteps extends PuzzleRequest {
  steps?: string[];
}

/** Why do these clicks make no step there? */
export interface PuzzleClicks extends PuzzleSteps {
  clicks: string[];
}

/** Everything that the piece can be; nothing yet: what led there, and what can be chosen. */
export interface GuessRequest extends PuzzleRequest {
  kinds?: string[];
}

/** The puzzle that comes next, of a theme if there is one, and not ``after`` unless it is the only one left. ``rating``, ``solved`` and ``missed`` are what this browser remembers of somebody without a name. */
export interface NextRequest {
  ruleset: string;
  theme?: string;
  after?: string;
  rating?: number;
  solved?: string[];
  missed?: string[];
}

/** ``right``: at the first try. ``solved``: then or later. */
export interface PuzzleTried {
  puzzle: string;
  right: boolean;
  solved: boolean;
}

/** What somebody has tried in this browser before they had a name, the first one first. */
export interface PuzzlesTried {
  tried: PuzzleTried[];
}

/** Report a person (``person``), whoever wrote a chat ``message`` of a ``table`` (0: none), or a table itself. */
export interface ReportRequest {
  reason: ReportReason;
  text?: string;
  person?: string;
  table?: string;
  message?: number;
}

/** What a moderator does about a report: ``days`` for which somebody is muted or banned (0: for good, bans alone), the ``name`` that they get. */
export interface ModerateRequest {
  do: "dismiss" | "mute" | "ban" | "rename" | "close";
  days?: number;
  name?: string;
  why?: string;
}

/** The text of a record, from a file. */
export interface RecordRequest {
  text: string;
}

/** What does a computer think of this position? Answered by judgements, and ``done`` after the last one. */
export interface Judge extends NumberedRequest {
  do: "judge";
  position: PositionRequest;
  seconds?: number;
}

/** How well was this game played? ``table`` names a finished table (``game`` counts in a series from 1; 0: the last one), else it is the game of ``position``. */
export interface Curve extends NumberedRequest {
  do: "curve";
  table?: string;
  game?: number;
  position?: PositionRequest | null;
  quality?: Quality;
  locale?: Locale;
}

/** End the judging that was asked for under this id; what it found so far is its answer. */
export interface StopThinking extends NumberedRequest {
  do: "stop";
}

/** What each path of the API takes and answers; a ``Blob`` is a file. */
export interface Api {
  GET: {
    "/api/me": { answer: Person };
    "/api/me/export": { answer: Record<string, unknown> };
    "/api/me/ratings": { answer: Rating[] };
    "/api/people/{person}": { answer: Profile };
    "/api/leaderboard": { answer: Leaderboard };
    "/api/account/codes": { answer: CodesLeft };
    "/api/passkeys": { answer: Passkey[] };
    "/api/notices": { answer: NoticeChoices };
    "/api/games": { answer: GameCard[] };
    "/api/games/{name}/picture.svg": { answer: Blob };
    "/api/tables": { answer: TableCard[] };
    "/api/me/tables": { answer: TableCard[] };
    "/api/me/vacation": { answer: Vacation };
    "/api/tables/{id}": { answer: TableCard };
    "/api/tables/{id}/frames": { answer: Frame[] };
    "/api/tables/{id}/frames/{number}": { answer: Frame };
    "/api/tables/{id}/start": { answer: PositionStart };
    "/api/tables/{id}/plan": { answer: PositionStart };
    "/api/tables/{id}/record": { answer: Blob };
    "/api/tables/{id}/picture.{kind}": { answer: Blob };
    "/api/rules": { answer: RuleCard[] };
    "/api/rules/pictures/{name}": { answer: Blob };
    "/api/rules/{game}": { answer: RulePage };
    "/api/guides/{ruleset}": { answer: RulePage };
    "/api/learn": { answer: LessonPath[] };
    "/api/learn/{ruleset}": { answer: LessonPath };
    "/api/learn/{ruleset}/{lesson}": { answer: Lesson };
    "/api/progress": { answer: ProgressItem[] };
    "/api/puzzles": { answer: PuzzleGame[] };
    "/api/puzzles/daily": { answer: DailyPuzzle[] };
    "/api/puzzles/progress": { answer: PuzzleProgress };
    "/api/puzzles/{id}": { answer: Puzzle };
    "/api/profile": { answer: PublicProfile };
    "/api/profile/games": { answer: PlayedGames };
    "/api/me/follows": { answer: Followed[] };
    "/api/me/blocks": { answer: NamedPerson[] };
    "/api/challenges": { answer: Challenge[] };
    "/api/me/duties": { answer: Duties };
    "/api/moderation": { answer: ModerationDesk };
  };
  POST: {
    "/api/me": { body: NameRequest; answer: Person };
    "/api/account": { body: AccountRequest; answer: Person };
    "/api/login": { body: AccountRequest; answer: Person };
    "/api/logout": { answer: Person };
    "/api/account/password": { body: PasswordRequest; answer: Person };
    "/api/account/codes": { body: Confirmation; answer: RecoveryCodes };
    "/api/recover": { body: RecoveryRequest; answer: Person };
    "/api/passkeys/register/begin": { body: Confirmation; answer: Ceremony };
    "/api/passkeys/register": { body: NewPasskeyRequest; answer: Passkey };
    "/api/passkeys/login/begin": { answer: Ceremony };
    "/api/passkeys/login": { body: PasskeyLoginRequest; answer: Person };
    "/api/notices/push": { body: PushRequest; answer: NoticeChoices };
    "/api/notices/mail": { body: MailRequest; answer: NoticeChoices };
    "/api/notices/mail/turns": { body: MailTurnsRequest; answer: NoticeChoices };
    "/api/notices/mail/confirm": { body: LinkRequest; answer: MailDone };
    "/api/notices/stop/{token}": { answer: MailDone };
    "/api/password/forgot": { body: ForgotRequest; answer: MailDone };
    "/api/password/reset": { body: NewPasswordRequest; answer: MailDone };
    "/api/options": { body: OptionsRequest; answer: OptionsChecked };
    "/api/lists": { body: ListRequest; answer: ListForm };
    "/api/tables": { body: NewTableRequest; answer: TableMade };
    "/api/me/vacation": { body: VacationRequest; answer: Vacation };
    "/api/analysis": { body: PositionRequest; answer: AnalysisPosition };
    "/api/analysis/explain": { body: ExplainRequest; answer: Explained };
    "/api/analysis/picture.svg": { body: PositionRequest; answer: Blob };
    "/api/analysis/picture.png": { body: PositionRequest; answer: Blob };
    "/api/records": { body: RecordRequest; answer: RecordRead };
    "/api/learn/try": { body: TryRequest; answer: LessonTry };
    "/api/learn/clicks": { body: TryClicks; answer: LessonClicks };
    "/api/progress": { body: ProgressRequest; answer: ProgressItem[] };
    "/api/puzzles/next": { body: NextRequest; answer: NextPuzzle };
    "/api/puzzles/progress": { body: PuzzlesTried; answer: PuzzleProgress };
    "/api/puzzles/try": { body: PuzzleSteps; answer: PuzzleTry };
    "/api/puzzles/explain": { body: PuzzleClicks; answer: Explained };
    "/api/puzzles/guess": { body: GuessRequest; answer: PuzzleGuess };
    "/api/puzzles/solution": { body: PuzzleRequest; answer: PuzzleSolution };
    "/api/me/follows": { body: CompanyRequest; answer: Followed[] };
    "/api/me/blocks": { body: CompanyRequest; answer: NamedPerson[] };
    "/api/challenges": { body: ChallengeAnswer; answer: Challenge[] };
    "/api/reports": { body: ReportRequest; answer: Reported };
    "/api/moderation/{number}": { body: ModerateRequest; answer: ModerationDesk };
  };
  DELETE: {
    "/api/account": { body: Confirmation; answer: Person };
    "/api/passkeys/{key}": { answer: Passkey[] };
    "/api/notices/push": { answer: NoticeChoices };
    "/api/notices/mail": { answer: NoticeChoices };
    "/api/me/vacation": { answer: Vacation };
  };
}
