// Written by `make types` from src/ludarium/server/wire: change that.

export type Phase = "waiting" | "playing" | "paused" | "over";

export type Company = "person" | "computer" | "open";

export type Visibility = "screen" | "private" | "lobby";

export type ClockKind = "none" | "sudden" | "fischer" | "days";

export type OfferKind = "end" | "undo" | "pause" | "resume" | "rematch";

export interface Ending {
  winners: number[];
  reason: string;
  clause: string;
  said: string;
}

/** A seat and who sits there. */
export interface Chair {
  seat: number;
  called: string;
  look: string;
  company: "person" | "computer" | "open";
  name: string;
  level: number;
  person: string;
  yours: boolean;
  here: boolean;
  rating: number | null;
}

/** Times are milliseconds; ``running`` is the seat whose time runs (-1: none), ``left`` is as of this message. */
export interface Clock {
  kind: "none" | "sudden" | "fischer" | "days";
  base: number;
  increment: number;
  running: number;
  left: number[];
}

/** The answer to a request that was refused, with a status that fits: like ``Problem``. */
export interface Refused {
  code: string;
  said: string;
  clause: string;
  page: string;
}

/** Whoever asks. ``id`` is empty before a name was chosen. */
export interface Person {
  id: string;
  name: string;
  guest: boolean;
}

export interface Choice {
  value: string | number | boolean;
  called: string;
}

/** One option of a ruleset as a form shows it: choices, or a whole number from ``low`` to ``high``; where it ``lists``, somebody can also write a list (see ``OptionsChecked``). */
export interface OptionForm {
  name: string;
  called: string;
  said: string;
  clause: string;
  usual: string | number | boolean;
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
  said: string;
  option: string;
  values: Record<string, unknown[]>;
  examples: Record<string, string>;
}

export interface RulesetCard {
  name: string;
  said: string;
  options: OptionForm[];
  seats: number[];
  series: boolean;
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
  seat_names: string[];
  rulesets: RulesetCard[];
  levels: LevelCard[];
  picture: string;
}

export interface TableMade {
  id: string;
}

/** A table in a list: the lobby, one's own games. */
export interface TableCard {
  id: string;
  game: string;
  ruleset: string;
  title: string;
  phase: "waiting" | "playing" | "paused" | "over";
  chairs: Chair[];
  clock: Clock;
  rated: boolean;
  your_turn: boolean;
  changed: number;
  ending: Ending | null;
}

export interface Rating {
  ruleset: string;
  title: string;
  value: number;
  deviation: number;
  games: number;
}

/** Somebody, as everybody may see them. */
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

/** A site that can be clicked, in the units of the picture. ``look`` is drawn there (a column), unless it is empty: then the ground shows it. Places are in the order in which they are painted, from the back to the front, each with all that belongs to it: its look, the signs that lie under pieces (last, target, target_empty, picked, walled), its figure, then ``bare`` or ``covered``. The other signs lie over everything. Drawings of places are made for a size of 100, those of signs for a reach of 100 (scale them by size / 100 and reach / 100, around x and y). */
export interface Place {
  name: string;
  x: number;
  y: number;
  shape: string;
  size: number;
  body: number;
  reach: number;
  look: string;
  said: string;
  aside: number;
  down: number;
  bare: string;
  covered: string;
}

/** What lies under the pieces, and where everything is. */
export interface Ground {
  key: string;
  width: number;
  height: number;
  svg: string;
  places: Place[];
}

/** A piece on a site. ``look`` names its drawing in ``art``, made for a radius of 100: scale it by body / 100. */
export interface Figure {
  site: string;
  owner: number;
  kind: string;
  look: string;
  said: string;
  signs: string[];
  might: string[];
  secret: boolean;
}

/** Pieces of a kind beside the board. */
export interface Heap {
  owner: number;
  kind: string;
  look: string;
  said: string;
  count: number;
}

/** A figure that matters: closes, removed blocks, towers, realms. ``goal`` 0: none is set; ``owner`` -1: nobody. */
export interface Tally {
  owner: number;
  said: string;
  value: number;
  goal: number;
}

/** A legal step and the clicks that make it: sites, or choices that begin with ``#``. */
export interface Way {
  step: string;
  clicks: string[];
}

/** A position as one viewer may see it. ``ground`` is left out where the browser has the one with that key. ``art`` has SVG fragments by look that the browser may not have yet, signs (``sign:last:square``) and the marks of the seats (``seat:0``) among them. Another theme has other drawings under the same looks. */
export interface Picture {
  viewer: number;
  seat: number;
  ground_key: string;
  ground: Ground | null;
  over: string;
  figures: Figure[];
  heaps: Heap[];
  tallies: Tally[];
  ways: Way[];
  choices: Record<string, string>;
  last: string[];
  forced: string[];
  threatened: string[];
  art: Record<string, string>;
  kinds: Record<string, string>;
}

/** What a step did. ``effect`` (put, move, push, take, turn, show, raise, lower or nothing) says how a picture changes, ``data`` has the codes it needs (at, from, to, owner, seat, piece …). */
export interface Happening {
  kind: string;
  effect: string;
  data: Record<string, unknown>;
  said: string;
}

/** A step as the viewer may know it; ``text`` is empty where only what it did may be known. ``place`` is which of all steps it is, counted from 1, where somebody looks at a whole game of their own; else 0. */
export interface Step {
  number: number;
  turn: number;
  seat: number;
  text: string;
  happenings: Happening[];
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

/** What was asked cannot be done; ``said`` tells why and what to do next. ``id`` 0: nothing that you asked. */
export interface Problem {
  id: number;
  code: string;
  said: string;
  clause: string;
  page: string;
  type: "problem";
}

/** A position of a game that was or is being played. ``number`` steps had been taken, as the viewer counts. */
export interface Frame {
  number: number;
  last: number;
  step: Step | null;
  picture: Picture;
}

/** What to send to ``/api/study`` to see a position: a diagram's, a read record's, a finished table's game. */
export interface StudyStart {
  ruleset: string;
  options: Record<string, unknown>;
  seed: number;
  position: string | null;
  steps: string[];
  view: number | null;
}

/** A seat as the game calls it, the look of its emblem, and the colours of its pieces: surface, outline, and what is written on the surface. */
export interface SeatMark {
  called: string;
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
  ending: Ending | null;
  start: StudyStart;
}

/** The games of a record: one, or those of a series. */
export interface RecordRead {
  games: RecordGame[];
}

/** A position reached by some steps from a start, to look at or to play on from. */
export interface Study {
  ruleset: string;
  title: string;
  steps: Step[];
  picture: Picture;
  position: string;
  ending: Ending | null;
  hidden_information: boolean;
  seats: SeatMark[];
}

/** A step drawn on a board: the sites that are clicked for it. */
export interface Arrow {
  sites: string[];
}

export interface BestLine {
  steps: string[];
  said: string[];
  arrows: Arrow[];
  share: number | null;
  proven: boolean;
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
  better_said: string;
  better_line: string[];
  said: string;
}

/** A finished game being judged, from the first step to the last. */
export interface CurveNews {
  done: number;
  of: number;
  start: number[];
  steps: JudgedStep[];
  turning: number[];
  losses: number[];
  id: number;
  type: "curve";
}

/** A position on a rulebook page, to be drawn and played on from ``start``; ``said`` tells what is seen in it. ``ratio`` is the width of its picture by the height, so that a page can leave room for it. */
export interface LiveDiagram {
  name: string;
  said: string;
  start: StudyStart;
  ratio: number;
}

/** One block of a page. ``html`` is safe: our own tags, links within the pages, no scripts, no styles. A ``clause`` is a paragraph that begins with its id in bold; a ``heading`` has what stands inside ``h1`` to ``h6``. ``id`` is the anchor for the browser to set on the block, empty where it has none: ``MUR-K1`` (in lists, anchors are in the HTML itself), ``section-3`` (the same in all languages), ``diagram-…``. */
export interface RulePart {
  kind: "heading" | "clause" | "text" | "diagram";
  id: string;
  html: string;
  level: number;
  diagram: LiveDiagram | null;
}

export interface RulePage {
  game: string;
  title: string;
  parts: RulePart[];
}

/** A rulebook page in a list. */
export interface RuleCard {
  game: string;
  title: string;
  summary: string;
}

export interface Offer {
  kind: "end" | "undo" | "pause" | "resume" | "rematch";
  by: number;
  waiting: number[];
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

/** Of a series: where it stands. */
export interface Score {
  set: number;
  game: number;
  games: number;
  sets: number;
  games_won: number[];
  sets_won: number[];
  ending: Ending | null;
}

/** Something said at the table. */
export interface Remark {
  number: number;
  name: string;
  seat: number;
  text: string;
  at: number;
}

/** A choice that was made for this table, in words. */
export interface Setting {
  name: string;
  value: string;
}

/** Everything about a table but the picture and the steps; sent whole whenever some of it changes. */
export interface TableNews {
  id: string;
  ruleset: string;
  game: string;
  title: string;
  settings: Setting[];
  phase: "waiting" | "playing" | "paused" | "over";
  visibility: "screen" | "private" | "lobby";
  owner: boolean;
  rated: boolean;
  chairs: Chair[];
  seat: number;
  viewer: number;
  curtain: number;
  hidden_information: boolean;
  clock: Clock;
  offers: Offer[];
  agreement: Agreement | null;
  may: string[];
  thinking: boolean;
  spectators: number;
  ending: Ending | null;
  score: Score | null;
  rematch: string;
}

/** The first message of a connection, and again when another view is shown (uncovering, language, theme). */
export interface Welcome {
  table: TableNews;
  steps: Step[];
  picture: Picture;
  remarks: Remark[];
  type: "welcome";
}

/** Steps were taken, by anybody. */
export interface Stepped {
  steps: Step[];
  picture: Picture;
  table: TableNews;
  type: "stepped";
}

/** Only the first ``kept`` of the steps that the viewer has seen are left. */
export interface Undone {
  kept: number;
  picture: Picture;
  table: TableNews;
  type: "undone";
}

/** Something else about the table is new: who sits, who is here, offers, clocks, the end. */
export interface Changed {
  table: TableNews;
  type: "changed";
}

export interface Said {
  remark: Remark;
  type: "said";
}

/** Why clicks make no step; ``allowed`` if they do. */
export interface Explained {
  id: number;
  allowed: boolean;
  said: string;
  clause: string;
  page: string;
  type: "explained";
}

export type Message = Welcome | Stepped | Undone | Changed | Said | Done | Problem | Explained | Pong;
